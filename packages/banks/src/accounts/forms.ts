import { ibanOf } from './check-digits.ts'
import type { OperatorAccount } from './operator-accounts.ts'

/** An account as a message writes it: in any of its forms, with the bank beside it or without. */
export type StatedAccount = {
  /** IBAN, national number, or bank code and number as one, with any separators. */
  number: string
  /** BIC or national code of the bank, where the message has it; else ''. */
  agent: string
}

type Part = readonly [start: number, length: number]

/** Where bank code and number stand in what follows an IBAN's check digits (IBAN registry). */
const ibanParts: Readonly<Record<string, { length: number; code: Part; number: Part }>> = {
  DE: { length: 18, code: [0, 8], number: [8, 10] },
  FR: { length: 23, code: [0, 10], number: [10, 11] },
  ES: { length: 20, code: [0, 8], number: [10, 10] },
  IT: { length: 23, code: [1, 10], number: [11, 12] },
  NL: { length: 14, code: [0, 4], number: [4, 10] },
  GB: { length: 18, code: [4, 6], number: [10, 8] },
  AE: { length: 19, code: [0, 3], number: [3, 16] },
  BR: { length: 25, code: [0, 8], number: [13, 10] },
}

/** Countries whose IBAN is one of the forms of an account that payers know by its national number. */
const nationalFirst: Readonly<Record<string, { code: number; number: number }>> = {
  GB: { code: 6, number: 8 },
}

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const bicPattern = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/** Without what people put between the groups of a number. */
export const plainNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Whether it has the form and the check digits of an IBAN (ISO 13616). */
export const isIban = (number: string): boolean =>
  ibanPattern.test(number) && ibanOf(number.slice(0, 2), number.slice(4)) === number

const cut = (text: string, [start, length]: Part) => text.slice(start, start + length)
const withoutZeros = (number: string) => number.replace(/^0+(?=.)/, '')

type Parts = { code: string; number: string }

/** Bank code and number of an IBAN, as its country has them; undefined where that is not known. */
function partsOfIban(iban: string): Parts | undefined {
  const parts = ibanParts[iban.slice(0, 2)]
  const rest = iban.slice(4)
  return parts && { code: cut(rest, parts.code), number: cut(rest, parts.number) }
}

type StatedRecord = Pick<OperatorAccount, 'countryCode' | 'routingNumber' | 'accountNumber'>

/**
 * All forms in which a bank may write an account, made from its one record. `whole` say which bank it
 * is: IBAN, the IBAN without country and check digits, bank code and number as one. `numbers` are the
 * number alone. Each is there with and without leading zeros.
 */
export function formsOf({
  routingNumber,
  accountNumber,
}: Omit<StatedRecord, 'countryCode'>): Record<'whole' | 'numbers', ReadonlySet<string>> {
  const own = plainNumber(accountNumber)
  const parts = isIban(own) ? partsOfIban(own) : { code: plainNumber(routingNumber), number: own }
  if (!parts) return { whole: new Set([own, own.slice(4)]), numbers: new Set() }
  const numbers = new Set([parts.number, withoutZeros(parts.number)])
  const joined = [...numbers].map((number) => `${parts.code}${number}`)
  return { whole: new Set(isIban(own) ? [own, own.slice(4), ...joined] : joined), numbers }
}

/** Whether a message's account is the one of a record. */
export function isSameAccount(own: StatedRecord, stated: StatedAccount): boolean {
  const number = plainNumber(stated.number)
  if (number === '' || !isBankOf(own, stated.agent)) return false
  if (isIban(number)) return canBeIban(own, number)
  const { whole, numbers } = formsOf(own)
  if (whole.has(number)) return true
  // The same number exists at other banks of a country: of an IBAN it is not enough by itself.
  const isEnough = stated.agent !== '' || !isIban(plainNumber(own.accountNumber))
  return (
    isEnough &&
    (numbers.has(number) || (number.startsWith('0') && numbers.has(withoutZeros(number))))
  )
}

function canBeIban(own: StatedRecord, iban: string): boolean {
  const number = plainNumber(own.accountNumber)
  if (isIban(number)) return number === iban
  const parts = partsOfIban(iban)
  return (
    iban.startsWith(own.countryCode) &&
    parts?.code === plainNumber(own.routingNumber) &&
    withoutZeros(parts.number) === withoutZeros(number)
  )
}

/** False where a message names another bank than the account's. */
function isBankOf({ routingNumber, countryCode }: StatedRecord, agent: string): boolean {
  const [stated, own] = [plainNumber(agent), plainNumber(routingNumber)]
  if (stated === '' || stated === own) return true
  const [statedBic, ownBic] = [bicPattern.exec(stated), bicPattern.exec(own)]
  if (statedBic && ownBic) return stated.slice(0, 8) === own.slice(0, 8)
  // One side has a BIC and the other a national code: only the country can be compared.
  if (statedBic) return statedBic[1] === countryCode
  return ownBic !== null || withoutZeros(stated) === withoutZeros(own)
}

/** The account of ours that a message is about; undefined where it is none, or may be several. */
export function ownAccountOf(
  accounts: readonly OperatorAccount[],
  stated: StatedAccount & { currency: string },
): OperatorAccount | undefined {
  const own = accounts.filter(
    (account) =>
      (stated.currency === '' || account.currency === stated.currency) &&
      isSameAccount(account, stated),
  )
  return own.length === 1 ? own[0] : undefined
}

/**
 * A stated account in the form in which payers were shown it: the IBAN where its country has one,
 * else bank code and number. `routingNumber` is '' where nothing says it.
 */
export function canonicalAccount(
  countryCode: string,
  { number: written, agent }: StatedAccount,
): Pick<OperatorAccount, 'routingNumber' | 'accountNumber'> {
  const number = plainNumber(written)
  const asWritten = { routingNumber: plainNumber(agent), accountNumber: number }
  const national = nationalFirst[countryCode]
  if (!national) {
    const isBban = !isIban(number) && number.length === ibanParts[countryCode]?.length
    return isBban ? { ...asWritten, accountNumber: ibanOf(countryCode, number) } : asWritten
  }
  if (isIban(number) && number.startsWith(countryCode)) {
    const parts = partsOfIban(number)
    return parts ? { routingNumber: parts.code, accountNumber: parts.number } : asWritten
  }
  if (!/^\d+$/.test(number)) return asWritten
  if (number.length === national.code + national.number)
    return {
      routingNumber: number.slice(0, national.code),
      accountNumber: number.slice(national.code),
    }
  return { ...asWritten, accountNumber: number.padStart(national.number, '0') }
}
