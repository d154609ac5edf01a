/**
 * Sum of the digits times the weights, which begin again after the last. ABA, CLABE and NUBAN
 * are built on it: their weights have no factor in common with 10, so every wrong digit shows.
 */
export function weightedSum(digits: string, weights: readonly bigint[]): bigint {
  let sum = 0n
  for (const [at, digit] of digits.split('').entries()) {
    sum += BigInt(digit) * (weights[at % weights.length] ?? 0n)
  }
  return sum
}

/** The digit that brings a sum to the next ten. */
const upToTen = (sum: bigint): string => String((10n - (sum % 10n)) % 10n)

/** Whether nine digits are a routing number of the American Bankers Association. */
export const isAba = (digits: string): boolean => weightedSum(digits, [3n, 7n, 1n]) % 10n === 0n

/** Check digit of the first 17 digits of a CLABE; each product counts by its last digit. */
export const clabeCheckDigit = (digits: string): string =>
  upToTen(weightedSum(digits.slice(0, 17), [3n, 7n, 1n]))

/**
 * The code of a Nigerian institution in the six digits that check digits are made of (Central Bank of
 * Nigeria, NUBAN standard of 2020): a bank's three get zeros in front, the five of another financial
 * institution a 9. Other texts stay.
 */
export const nubanBankCode = (code: string): string =>
  code.length === 5 ? `9${code}` : code.padStart(6, '0')

/**
 * Check digit of a Nigerian account: of the bank's code in six digits and the serial number in nine.
 * Of a bank it is the same digit as by the standard of 2010.
 */
export const nubanCheckDigit = (bankCode: string, serial: string): string =>
  upToTen(weightedSum(nubanBankCode(bankCode) + serial, [3n, 7n, 3n]))
