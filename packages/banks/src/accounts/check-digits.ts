/** Sum of digits times their weights; the weights repeat. */
const weighted = (
  digits: string,
  weights: readonly number[],
  each = (product: number) => product,
) =>
  Array.from(digits).reduce(
    (sum, digit, i) => sum + each(valueOf(digit) * (weights[i % weights.length] ?? 0)),
    0,
  )

/** 0 to 9, then A = 10 to Z = 35, as IBAN and its relatives count. */
const valueOf = (character: string) => Number.parseInt(character, 36)

/** The IBAN of a country's own account number (ISO 13616, check digits by ISO 7064 mod 97-10). */
export function ibanOf(countryCode: string, bban: string): string {
  let rest = 0
  for (const character of `${bban}${countryCode}00`) {
    const value = valueOf(character)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return `${countryCode}${String(98 - rest).padStart(2, '0')}${bban}`
}

/** The last digit of a CLABE of 17 digits (Banco de México). */
export const clabeCheck = (digits: string) =>
  String((10 - (weighted(digits, [3, 7, 1], (product) => product % 10) % 10)) % 10)

/** The last digit of a Nigerian account: over the bank's code and nine digits (CBN, NUBAN). */
export const nubanCheck = (digits: string) => String((10 - (weighted(digits, [3, 7, 3]) % 10)) % 10)

/** The two digits between branch and account of a Spanish number. */
export function spanishCheck(bankAndBranch: string, account: string): string {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const remainder = (digits: string) => {
    const rest = 11 - (weighted(digits, weights) % 11)
    return rest === 11 ? '0' : rest === 10 ? '1' : String(rest)
  }
  return remainder(`00${bankAndBranch}`) + remainder(account)
}

/** The key of a French number (clé RIB). */
export const frenchKey = (bank: string, branch: string, account: string) =>
  (97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)) % 97n))
    .toString()
    .padStart(2, '0')

const cinOfOddPlace = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

/** The letter before an Italian number of 22 digits (CIN). */
export function italianLetter(digits: string): string {
  const sum = Array.from(digits).reduce(
    (total, digit, i) =>
      total + (i % 2 === 0 ? (cinOfOddPlace[valueOf(digit)] ?? 0) : valueOf(digit)),
    0,
  )
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** The last digit of a Dutch account that passes the eleven test, or nothing: then none does. */
export function dutchCheck(nineDigits: string): string | undefined {
  const rest = weighted(nineDigits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11
  const check = (11 - rest) % 11
  return check === 10 ? undefined : String(check)
}

/** The last digit of a Brazilian account (modulo 11, ten and eleven written as 0). */
export function brazilianCheck(digits: string): string {
  const check =
    11 - (weighted(Array.from(digits).toReversed().join(''), [2, 3, 4, 5, 6, 7, 8, 9]) % 11)
  return check > 9 ? '0' : String(check)
}
