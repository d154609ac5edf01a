import { createHash } from 'node:crypto'
import { minorOf, scaleOf } from '../values/amounts.ts'
import { type OperatorAccount, operatorAccountFor } from '../accounts/operator-accounts.ts'
import { readMagic } from '../simulated/payouts.ts'
import {
  type AccountDay,
  type Answered,
  type Booking,
  changeOf,
  notificationText,
  statementText,
  statusText,
} from './counterpart-files.ts'
import type { CounterpartBank, ReceivedPayment } from './counterpart-types.ts'
import { readPaymentFile } from './read-payment-file.ts'

/** What a bank says instead of our codes. */
const reasons: Readonly<Record<string, string>> = {
  BENEFICIARY_ACCOUNT_INVALID: 'AC01',
  BENEFICIARY_ACCOUNT_CLOSED: 'AC04',
  BENEFICIARY_NAME_MISMATCH: 'BE01',
  BENEFICIARY_BANK_INVALID: 'RC01',
  BENEFICIARY_CURRENCY_MISMATCH: 'AM03',
  BENEFICIARY_RETURNED: 'CUST',
  COMPLIANCE_SCREENING_HIT: 'RR04',
  RAIL_CUTOFF_MISSED: 'TM01',
}
const reasonOf = (code: string) => reasons[code] ?? 'MS03'

const dayMs = 86_400_000

type Ledger = {
  operatorAccount: OperatorAccount
  opening: bigint
  today: Booking[]
  unreported: Booking[]
}

/**
 * A bank on the other side of the files: it reads payment files and answers with files that are
 * valid by the schemas of the standard (pain.002.001.10, camt.054.001.08, camt.053.001.08).
 */
export function createCounterpartBank({
  accounts,
  startsOn = '2026-01-05',
}: {
  accounts: readonly OperatorAccount[]
  startsOn?: string
}): CounterpartBank {
  const ledgers = new Map<string, Ledger>()
  const seen = new Set<string>()
  let answers: Answered[][] = []
  let day = startsOn
  let serial = 0

  return {
    receive,
    credit: (credit) => {
      if (seen.has(credit.entryId)) return
      seen.add(credit.entryId)
      const { accountNumber, routingNumber, minor, scale, sender, reference } = credit
      const ledger = ledgerOf(operatorAccountFor(accounts, credit))
      book(ledger, {
        ...plain(ledger.operatorAccount, minor, scale),
        isCredit: true,
        reference: referenceFrom(credit.entryId),
        debtor: sender,
        creditor: { name: ledger.operatorAccount.holderName, account: accountNumber },
        branch: routingNumber === ledger.operatorAccount.routingNumber ? '' : routingNumber,
        text: reference,
        family: 'RCDT',
      })
    },
    charge: (account, minor, text) => {
      const ledger = ledgerOf(operatorAccountFor(accounts, account))
      const scale = scaleOf(account.currency)
      book(ledger, {
        ...plain(ledger.operatorAccount, minor, scale),
        text,
        family: 'MDOP',
        subFamily: 'CHRG',
      })
    },
    statusReports: () => {
      const texts = answers.map((own) => statusText(nextId('STATUS'), day, own))
      answers = []
      return texts
    },
    notifications: () =>
      [...ledgers.values()].flatMap((ledger) => {
        const bookings = ledger.unreported.splice(0)
        const id = nextId('NOTIFY')
        return bookings.length > 0 ? [notificationText(id, dayOf(ledger, bookings))] : []
      }),
    statements: () => {
      const texts = [...ledgers.values()].map((ledger) => {
        const bookings = ledger.today.splice(0)
        const text = statementText(nextId('STATEMENT'), dayOf(ledger, bookings))
        ledger.opening += changeOf(bookings)
        return text
      })
      day = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
      return texts
    },
  }

  async function receive(pain001: string): Promise<ReceivedPayment[]> {
    const payments = await readPaymentFile(pain001)
    const messageId = payments[0]?.messageId ?? ''
    if (seen.has(messageId)) throw new Error(`the message ${messageId} was taken in before`)
    seen.add(messageId)
    answers.push(payments.map((payment) => ({ payment, ...settle(payment) })))
    return payments
  }

  function settle(payment: ReceivedPayment): { status: string; reason: string } {
    // The character set of payment files has no underscore.
    const name = payment.creditorName.replaceAll('-', '_')
    const { code, returnCode, inMs } = readMagic(name)
    if (code !== '') return { status: 'RJCT', reason: reasonOf(code) }
    if (inMs >= dayMs) return { status: 'PDNG', reason: '' }
    const ledger = ledgerOf(
      accounts.find((account) => account.accountNumber === payment.debtorAccount),
    )
    const scale = scaleOf(payment.currency)
    const minor = minorOf(payment.amount, scale)
    if (minor === undefined)
      throw new Error(`${payment.amount} is no amount of ${payment.currency}`)
    const paid: Booking = {
      ...plain(ledger.operatorAccount, minor, scale),
      reference: referenceFrom(`paid ${payment.endToEndId}`),
      endToEndId: payment.endToEndId,
      debtor: {
        name: ledger.operatorAccount.holderName,
        account: ledger.operatorAccount.accountNumber,
      },
      creditor: { name: payment.creditorName, account: payment.creditorAccount.slice(0, 34) },
      text: payment.remittance,
    }
    book(ledger, paid)
    if (returnCode !== undefined)
      book(ledger, {
        ...paid,
        isCredit: true,
        reference: referenceFrom(`returned ${payment.endToEndId}`),
        returnReason: reasonOf(returnCode),
        family: 'ICDT',
        subFamily: 'RRTN',
      })
    return { status: 'ACSP', reason: '' }
  }

  function ledgerOf(operatorAccount: OperatorAccount | undefined): Ledger {
    if (!operatorAccount) throw new Error('the bank has no such account')
    const key = `${operatorAccount.accountNumber}/${operatorAccount.currency}`
    const ledger = ledgers.get(key) ?? { operatorAccount, opening: 0n, today: [], unreported: [] }
    ledgers.set(key, ledger)
    return ledger
  }
  function book(ledger: Ledger, booking: Booking): void {
    ledger.today.push(booking)
    ledger.unreported.push(booking)
  }
  function plain(
    { holderName: name, accountNumber: account }: OperatorAccount,
    minor: bigint,
    scale: number,
  ): Booking {
    serial += 1
    return {
      day,
      isCredit: false,
      minor,
      scale,
      reference: referenceFrom(`booking ${serial}`),
      endToEndId: '',
      debtor: { name, account },
      creditor: { name: '', account: '' },
      branch: '',
      text: '',
      returnReason: '',
      family: 'ICDT',
      subFamily: 'ESCT',
    }
  }
  function dayOf({ operatorAccount, opening }: Ledger, bookings: readonly Booking[]): AccountDay {
    return { operatorAccount, day, opening, scale: scaleOf(operatorAccount.currency), bookings }
  }
  function nextId(kind: string): string {
    serial += 1
    return `${kind}-${day}-${serial}`
  }
  /** 24 characters of the account servicer's reference. */
  function referenceFrom(text: string): string {
    return createHash('sha256').update(text).digest('hex').slice(0, 24).toUpperCase()
  }
}
