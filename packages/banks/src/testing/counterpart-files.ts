import { decimalOf } from '../values/amounts.ts'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { accountId, operatorAgent } from '../iso20022/payments/pain001.ts'
import {
  amountElement,
  documentText,
  type Element,
  element,
  type Part,
} from '../iso20022/xml/writer.ts'
import type { ReceivedPayment } from './counterpart-types.ts'

/** A booking on an operator account, as the other side keeps it. */
export type Booking = {
  /** On which it was booked, whenever it is reported. */
  day: string
  isCredit: boolean
  minor: bigint
  scale: number
  /** Of the bank. */
  reference: string
  endToEndId: string
  debtor: { name: string; account: string }
  creditor: { name: string; account: string }
  /** National code of the branch of the account that was paid to; '' where its bank is enough. */
  branch: string
  text: string
  /** Why a payment came back; '' where none did. */
  returnReason: string
  /** Code of the kind of booking, e.g. RCDT/ESCT. */
  family: string
  subFamily: string
}

/** One operator account on one day. */
export type AccountDay = {
  operatorAccount: OperatorAccount
  day: string
  opening: bigint
  scale: number
  bookings: readonly Booking[]
}

const optional = (text: string, make: (text: string) => Part): Part =>
  text === '' ? undefined : make(text)

const header = (messageId: string, at: string) =>
  element('GrpHdr', element('MsgId', messageId), element('CreDtTm', at))

const accountElement = ({ operatorAccount }: AccountDay) =>
  element(
    'Acct',
    element('Id', accountId(operatorAccount.accountNumber)),
    element('Ccy', operatorAccount.currency),
    element('Svcr', element('FinInstnId', operatorAgent(operatorAccount))),
  )

const codeElement = ({ family, subFamily }: Booking) =>
  element(
    'BkTxCd',
    element(
      'Domn',
      element('Cd', 'PMNT'),
      element('Fmly', element('Cd', family), element('SubFmlyCd', subFamily)),
    ),
  )

const party = (name: string, { name: is, account }: Booking['debtor']): Part[] => [
  optional(is, (text) => element(name, element('Pty', element('Nm', text)))),
  optional(account, (number) => element(`${name}Acct`, element('Id', accountId(number)))),
]

const sign = (isCredit: boolean) => element('CdtDbtInd', isCredit ? 'CRDT' : 'DBIT')

function detailsElement({ operatorAccount }: AccountDay, booking: Booking): Part {
  const { isCredit, minor, scale, reference, endToEndId, text, branch } = booking
  return element(
    'TxDtls',
    element(
      'Refs',
      element('AcctSvcrRef', reference),
      element('EndToEndId', endToEndId || 'NOTPROVIDED'),
    ),
    amountElement('Amt', operatorAccount.currency, decimalOf(minor, scale)),
    sign(isCredit),
    codeElement(booking),
    element('RltdPties', ...party('Dbtr', booking.debtor), ...party('Cdtr', booking.creditor)),
    optional(branch, (code) =>
      element(
        'RltdAgts',
        element('CdtrAgt', element('FinInstnId', operatorAgent({ routingNumber: code }))),
      ),
    ),
    optional(text, (ustrd) => element('RmtInf', element('Ustrd', ustrd))),
    optional(booking.returnReason, (code) =>
      element('RtrInf', element('Rsn', element('Cd', code))),
    ),
  )
}

function entryElement(account: AccountDay, booking: Booking): Part {
  const { isCredit, minor, scale, reference } = booking
  const isFee = booking.subFamily === 'CHRG'
  return element(
    'Ntry',
    amountElement('Amt', account.operatorAccount.currency, decimalOf(minor, scale)),
    sign(isCredit),
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('Dt', booking.day)),
    element('ValDt', element('Dt', booking.day)),
    element('AcctSvcrRef', reference),
    codeElement(booking),
    isFee ? undefined : element('NtryDtls', detailsElement(account, booking)),
    isFee ? element('AddtlNtryInf', booking.text) : undefined,
  )
}

export const notificationText = (messageId: string, account: AccountDay): string =>
  documentText(
    'camt.054.001.08',
    element(
      'BkToCstmrDbtCdtNtfctn',
      header(messageId, `${account.day}T12:00:00Z`),
      element(
        'Ntfctn',
        element('Id', messageId),
        accountElement(account),
        ...account.bookings.map((booking) => entryElement(account, booking)),
      ),
    ),
  )

const absolute = (minor: bigint) => (minor < 0n ? -minor : minor)

export const changeOf = (bookings: readonly Booking[]): bigint =>
  bookings.reduce((sum, { isCredit, minor }) => sum + (isCredit ? minor : -minor), 0n)

export function statementText(messageId: string, account: AccountDay): string {
  const { operatorAccount, opening, scale, day, bookings } = account
  const balance = (code: string, minor: bigint) =>
    element(
      'Bal',
      element('Tp', element('CdOrPrtry', element('Cd', code))),
      amountElement('Amt', operatorAccount.currency, decimalOf(absolute(minor), scale)),
      sign(minor >= 0n),
      element('Dt', element('Dt', day)),
    )
  return documentText(
    'camt.053.001.08',
    element(
      'BkToCstmrStmt',
      header(messageId, `${day}T23:00:00Z`),
      element(
        'Stmt',
        element('Id', messageId),
        accountElement(account),
        balance('OPBD', opening),
        balance('CLBD', opening + changeOf(bookings)),
        ...bookings.map((booking) => entryElement(account, booking)),
      ),
    ),
  )
}

/** What becomes of a payment, as a status report names it. */
export type Answered = { payment: ReceivedPayment; status: string; reason: string }

export function statusText(messageId: string, day: string, answers: readonly Answered[]): string {
  const batches = Map.groupBy(answers, ({ payment }) => payment.batchId)
  return documentText(
    'pain.002.001.10',
    element(
      'CstmrPmtStsRpt',
      header(messageId, `${day}T10:00:00Z`),
      element(
        'OrgnlGrpInfAndSts',
        element('OrgnlMsgId', answers[0]?.payment.messageId ?? ''),
        element('OrgnlMsgNmId', 'pain.001.001.09'),
        element('OrgnlNbOfTxs', String(answers.length)),
        element('GrpSts', 'PART'),
      ),
      ...[...batches].map(([batchId, own]) => batchElement(batchId, own)),
    ),
  )
}

const batchElement = (batchId: string, answers: readonly Answered[]): Element =>
  element(
    'OrgnlPmtInfAndSts',
    element('OrgnlPmtInfId', batchId),
    ...answers.map(({ payment, status, reason }) =>
      element(
        'TxInfAndSts',
        element('OrgnlEndToEndId', payment.endToEndId),
        element('TxSts', status),
        optional(reason, (code) => element('StsRsnInf', element('Rsn', element('Cd', code)))),
      ),
    ),
  )
