/**
 * A JSON amount in the token's base units, read from the number's shortest decimal text; undefined
 * where it is negative or has more decimals than the token.
 */
export function baseUnits(amount: number, decimals: number): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount)) ?? []
  if (whole === undefined) return undefined
  const shift = decimals - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  if (shift >= 0) return digits * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  return digits % unit === 0n ? digits / unit : undefined
}
