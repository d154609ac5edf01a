/**
 * Sum of the digits times the weights, which begin again after the last. ABA, CLABE and NUBAN
 * are built on it: their weights have no factor in common with 10, so every wrong digit shows.
 */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (const [at, digit] of digits.split('').entries()) {
    sum += Number(digit) * (weights[at % weights.length] ?? 0)
  }
  return sum
}

/** The digit that brings a sum to the next ten. */
const upToTen = (sum: number): string => String((10 - (sum % 10)) % 10)

/** Whether nine digits are a routing number of the American Bankers Association. */
export const isAba = (digits: string): boolean => weightedSum(digits, [3, 7, 1]) % 10 === 0

/** Check digit of the first 17 digits of a CLABE; each product counts by its last digit. */
export const clabeCheckDigit = (digits: string): string =>
  upToTen(weightedSum(digits.slice(0, 17), [3, 7, 1]))

/**
 * Check digit of a Nigerian account: of the bank's code in six digits and the serial number in nine
 * (Central Bank of Nigeria, NUBAN standard of 2020). A code of three digits gets zeros in front,
 * which gives the same digit as the standard of 2010.
 */
export const nubanCheckDigit = (bankCode: string, serial: string): string =>
  upToTen(weightedSum(bankCode.padStart(6, '0') + serial, [3, 7, 3]))
