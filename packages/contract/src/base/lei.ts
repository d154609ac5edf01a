/** Whether a text has the form and the check digits (ISO 7064, mod 97-10) of a legal entity identifier. */
export function isLegalEntityIdentifier(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(text)) return false
  const digits = Array.from(text, (sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
