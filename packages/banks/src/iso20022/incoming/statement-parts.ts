import { type OperatorAccount, operatorAccountFor } from '../../accounts/operator-accounts.ts'
import { find, findAll, textAt, type XmlNode } from '../xml/reader.ts'

/** The account that a statement is of. */
export type StatementAccount = {
  number: string
  currency: string
  operatorAccount: OperatorAccount | undefined
}

/** IBAN or national number of an account element, without spaces. */
export const accountNumberOf = (account: XmlNode | undefined): string =>
  textAt(account, 'Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN').replace(/\s+/g, '')

export function readAccount(node: XmlNode, accounts: readonly OperatorAccount[]): StatementAccount {
  const number = accountNumberOf(node)
  const currency = textAt(node, 'Ccy')
  const own = accounts.filter((account) => account.accountNumber === number)
  // One number may be kept in several currencies; a statement then says in which.
  return {
    number,
    currency,
    operatorAccount: own.find((account) => account.currency === currency) ?? own[0],
  }
}

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** An account in the form of `BankAccountDetails`, as it was shown to its payers. */
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
    const operatorAccount = operatorAccountFor(accounts, { countryCode, currency })
    const routingNumber = operatorAccount?.routingNumber ?? textAt(agent, 'BICFI', 'BIC')
    return { countryCode, routingNumber, accountNumber }
  }
  const operatorAccount =
    statement.operatorAccount ??
    onlyOne(accounts.filter((account) => account.currency === currency))
  return {
    countryCode: operatorAccount?.countryCode ?? '',
    routingNumber: routingOf(operatorAccount, textAt(agent, 'ClrSysMmbId/MmbId')),
    accountNumber,
  }
}

/**
 * The routing number that payers were shown. Accounts may lie at several branches of the bank; what
 * a statement writes in another form than the operator account's own is not one of them.
 */
const routingOf = (operatorAccount: OperatorAccount | undefined, member: string): string =>
  operatorAccount && member.length !== operatorAccount.routingNumber.length
    ? operatorAccount.routingNumber
    : member

const onlyOne = <T>(items: readonly T[]) => (items.length === 1 ? items[0] : undefined)

/** A party of a payment; later versions of the messages put a level in between. */
export function partyOf(details: XmlNode | undefined, party: 'Dbtr' | 'Cdtr') {
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
    ...structured.map((element) => textAt(element, 'CdtrRefInf/Ref')),
    ...structured.flatMap((element) => findAll(element, 'AddtlRmtInf').map(({ text }) => text)),
    ...structured.flatMap((element) =>
      findAll(element, 'RfrdDocInf').map((doc) => textAt(doc, 'Nb')),
    ),
  ]
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const texts = written.length > 0 ? written : [textAt(details, 'AddtlTxInf') || entryText]
  return [...new Set([...texts, endToEndIdIn(details)])]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, referenceMax)
}
