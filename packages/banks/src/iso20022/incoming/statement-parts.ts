import { type OperatorAccount, operatorAccountFor } from '../../accounts/house.ts'
import { find, findAll, textAt, type XmlNode } from '../xml/reader.ts'

/** The account that a statement is of. */
export type StatementAccount = {
  number: string
  currency: string
  house: OperatorAccount | undefined
}

/** IBAN or national number of an account element, without spaces. */
export const accountNumberOf = (account: XmlNode | undefined): string =>
  textAt(account, 'Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN').replace(/\s+/g, '')

export function readAccount(node: XmlNode, accounts: readonly OperatorAccount[]): StatementAccount {
  const number = accountNumberOf(node)
  const currency = textAt(node, 'Ccy')
  const own = accounts.filter((one) => one.accountNumber === number)
  // One number may be kept in several currencies; a statement then says in which.
  return { number, currency, house: own.find((one) => one.currency === currency) ?? own[0] }
}

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** An account in the words of `BankAccountDetails`, as it was told to whoever pays there. */
export type Landed = { countryCode: string; routingNumber: string; accountNumber: string }

/**
 * Where a payment landed: on the payee's own account where the details name one, which may be a
 * virtual account, else on the account of the statement.
 */
export function landedOn(
  details: XmlNode | undefined,
  statement: StatementAccount,
  accounts: readonly OperatorAccount[],
  currency: string,
): Landed {
  const parties = find(details, 'RltdPties')
  const accountNumber = accountNumberOf(find(parties, 'CdtrAcct')) || statement.number
  const agent = find(details, 'RltdAgts/CdtrAgt/FinInstnId')
  if (ibanPattern.test(accountNumber)) {
    const countryCode = accountNumber.slice(0, 2)
    const house = operatorAccountFor(accounts, { countryCode, currency })
    const routingNumber = house?.routingNumber ?? textAt(agent, 'BICFI', 'BIC')
    return { countryCode, routingNumber, accountNumber }
  }
  const house = statement.house ?? onlyOne(accounts.filter((one) => one.currency === currency))
  return {
    countryCode: house?.countryCode ?? '',
    routingNumber: routingOf(house, textAt(agent, 'ClrSysMmbId/MmbId')),
    accountNumber,
  }
}

/**
 * The routing number that payers were told. Accounts may lie at several branches of the bank; what
 * a statement writes in another form than the house account's own is not one of them.
 */
const routingOf = (house: OperatorAccount | undefined, member: string): string =>
  house && member.length !== house.routingNumber.length ? house.routingNumber : member

const onlyOne = <T>(items: readonly T[]): T | undefined =>
  items.length === 1 ? items[0] : undefined

/** A party of a payment; later versions of the messages put a level in between. */
export function partyOf(
  details: XmlNode | undefined,
  party: 'Dbtr' | 'Cdtr',
): { name: string; account: string } {
  const parties = find(details, 'RltdPties')
  return {
    name: textAt(
      parties,
      `${party}/Pty/Nm`,
      `${party}/Nm`,
      `Ultmt${party}/Pty/Nm`,
      `Ultmt${party}/Nm`,
    ),
    account: accountNumberOf(find(parties, `${party}Acct`)),
  }
}

/** The payer's own id of a payment; '' where there is none. */
export function endToEndIdIn(details: XmlNode | undefined): string {
  const id = textAt(details, 'Refs/EndToEndId')
  return /^(NOT ?PROVIDED|NONREF)$/i.test(id) ? '' : id
}

/** More of it no bank carries, and no reference is further back. */
const referenceMax = 1_000

/** All that the payer wrote: free text, structured references, and the id of the payment. */
export function referenceIn(details: XmlNode | undefined, entryText: string): string {
  const remittance = find(details, 'RmtInf')
  const structured = findAll(remittance, 'Strd')
  const written = [
    ...findAll(remittance, 'Ustrd').map(({ text }) => text),
    ...structured.map((one) => textAt(one, 'CdtrRefInf/Ref')),
    ...structured.flatMap((one) => findAll(one, 'AddtlRmtInf').map(({ text }) => text)),
    ...structured.flatMap((one) => findAll(one, 'RfrdDocInf').map((doc) => textAt(doc, 'Nb'))),
  ]
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const told = written.length > 0 ? written : [textAt(details, 'AddtlTxInf') || entryText]
  return [...new Set([...told, endToEndIdIn(details)])]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, referenceMax)
}
