import { codeLabel, codeText } from '../../../../messages/service.ts'
import { fromWire, toText } from '@corridor/domain/money'
import { shortAddress, shortId } from '../../../../ui/display/values.tsx'
import { countryName } from '../../../../ui/format/countries.ts'
import { type Timeline } from '../../../../api/queries/transfers.ts'
import { t } from '../../../../messages/text.ts'

export type Posting = Timeline['ledger'][number]

/** Both sides of one currency; texts are exact decimals. */
export type Sum = { currency: string; debit: string; credit: string; isBalanced: boolean }
export type LedgerGroup = {
  step: string
  /** The attempt that booked it, from 1. */
  attempt: number
  at: string
  postings: readonly Posting[]
  sums: readonly Sum[]
}

/** More decimals than any asset has. */
const scale = 18

/** What each step booked, in the order of time, with the sums of each currency. */
export function groupsOf(ledger: readonly Posting[]): LedgerGroup[] {
  const bySteps = Map.groupBy(ledger, ({ step }) => step)
  return [...bySteps].map(([name, postings]) => {
    const [step = name, attempt = '1'] = name.split('/')
    return {
      step,
      attempt: Number(attempt),
      at: postings[0]?.at ?? '',
      // What is booked at one moment is read in the order of the money.
      postings: [...postings].sort((first, other) => rankOf(first.code) - rankOf(other.code)),
      sums: sumsOf(postings),
    }
  })
}

const codes = ['deposit', 'partner_fees', 'svc_fees', 'tx_fees', 'fx_in', 'fx_out', 'payout']
const rankOf = (code: string) => (codes.includes(code) ? codes.indexOf(code) : codes.length)

const codeNames: Record<string, string> = {
  svc_fees: t('service fees'),
  tx_fees: t('transaction fees'),
  fx_in: t('conversion'),
  fx_out: t('conversion'),
}

/** What a posting books, as a label. */
export function postingLabel(code: string): string {
  return codeNames[code] ?? codeText(code)
}

function sumsOf(postings: readonly Posting[]): Sum[] {
  const byCurrency = Map.groupBy(postings, ({ currency }) => currency)
  return [...byCurrency].map(([currency, own]) => {
    const debit = total(own.map((posting) => posting.debit))
    const credit = total(own.map((posting) => posting.credit))
    return {
      currency,
      debit: toText(debit, scale),
      credit: toText(credit, scale),
      isBalanced: debit === credit,
    }
  })
}

function total(amounts: readonly number[]): bigint {
  return amounts.reduce((sum, amount) => sum + minorOf(amount), 0n)
}

/** @throws TypeError for what is no amount of the wire */
function minorOf(amount: number): bigint {
  const read = fromWire(amount, '', scale)
  if (!read.ok) throw new TypeError('The ledger holds an amount that is none')
  return read.value.minor
}

export type Net = { account: string; currency: string; amount: string; side: 'debit' | 'credit' }

/**
 * What is left on each account when everything that is final is added up; empty accounts are left out, and so is
 * the network's fee, which is the service's own.
 */
export function netsOf(ledger: readonly Posting[]): Net[] {
  const final = ledger.filter(
    ({ kind, account }) => (kind === 'single' || kind === 'post') && !account.startsWith('gas_'),
  )
  const byAccount = Map.groupBy(final, ({ account, currency }) => `${account} ${currency}`)
  return [...byAccount.values()].flatMap((postings) => {
    const [first] = postings
    const debit = total(postings.map((posting) => posting.debit))
    const credit = total(postings.map((posting) => posting.credit))
    if (!first || debit === credit) return []
    const { account, currency } = first
    const rest = debit > credit ? debit - credit : credit - debit
    return {
      account,
      currency,
      amount: toText(rest, scale),
      side: debit > credit ? 'debit' : 'credit',
    }
  })
}

const kinds: Record<string, string> = {
  bank: t('Bank'),
  custody: t('Custody'),
  fx: t('Exchange position'),
  fx_gain: t('Exchange result'),
  transfer_clearing: t('Held for the transfer'),
  suspense: t('Deposits without a transfer'),
  refund_receivable: t('Owed by this workspace'),
  partner_fee_payable: t('Partner fees to settle'),
  fee_income_partner: t('Partner fees earned'),
  bank_charges: t('Bank charges'),
  reversal_receivable: t('Taken back by the bank'),
  fee_income_service: t('Service fees'),
  fee_income_transaction: t('Transaction fees'),
  fee_receivable: t('Fees owed'),
  wallet_payer: t('Payer’s wallet'),
  wallet_payee: t('Payee’s wallet'),
  gas_station: t('Network fees paid'),
  gas_expense: t('Network fees, cost of the service'),
}

/** The page that they stand on names their owner. */
const ownedHere = new Set([
  'transfer_clearing',
  'partner_fee_payable',
  'fee_income_partner',
  'refund_receivable',
  'payments_account',
  'prepaid_kyc',
])

/** `bank:BE` as `Bank, Belgium`; an unknown kind keeps its name. */
export function ledgerAccountLabel(account: string): string {
  const at = account.indexOf(':')
  const kind = at < 0 ? account : account.slice(0, at)
  const owner = at < 0 ? '' : account.slice(at + 1)
  const label = kinds[kind] ?? codeLabel(kind)
  if (owner === '' || ownedHere.has(kind)) return label
  if (kind === 'bank') return `${label}, ${countryName(owner)}`
  return `${label} ${owner.startsWith('0x') ? shortAddress(owner) : shortId(owner)}`
}

/** `USDC@31337` as `USDC`; the network stands in the account. */
export function currencyLabel(currency: string): string {
  return currency.split('@')[0] ?? currency
}
