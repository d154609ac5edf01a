import type { Replenishment, ReplenishQuote } from '@corridor/contract'
import { batchStatus, formatId, fromWire, toWire } from '@corridor/domain'
import { bankSystemOf, scheduleOf } from '@corridor/domain/calendars'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { z } from 'zod'
import type {
  DrawingRow,
  FulfilmentRow,
  LineRow,
  ReplenishmentRow,
  ReplenishQuoteRow,
} from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { quoteIdOf, quoteStatus } from '../../../records/liquidity/quotes.ts'
import { replenishmentIdOf } from '../../../records/liquidity/replenishments.ts'
import type { BankPlace } from '../line/bank-place.ts'
import { explorerUrl } from '../line/line.ts'
import { breakdownAt, failureOf } from './fees.ts'

type Body = z.output<typeof Replenishment>
type Quote = z.output<typeof ReplenishQuote>
type Parts = Pick<Deps, 'chains' | 'jurisdictions'>

/** A replenishment as the API shows it. */
export function replenishmentBody(
  deps: Pick<Deps, 'chains'>,
  drawing: Pick<DrawingRow, 'chain_id' | 'hash'>,
  row: ReplenishmentRow,
): Body {
  const wire = (minor: bigint) => toWire({ minor, scale: row.scale })
  return {
    txnStatus: row.status,
    replenishTxnHash: row.hash,
    totalReplenishAmount: wire(row.amount),
    createdAt: row.created_at.toISOString(),
    url: explorerUrl(deps, drawing.chain_id, 'tx', row.hash),
    replenishmentId: replenishmentIdOf(row),
    batchId: row.batch_id === null ? '' : formatId('rpl', row.batch_id),
    ltxId: formatId('ltx', row.transaction_id),
    originalTxnHash: drawing.hash,
    quoteId: formatId('rq', row.quote_id),
    asset: row.currency,
    source: row.source,
    received: {
      amount: wire(row.received),
      fee: wire(row.fee),
      principal: wire(row.principal),
      surplus: wire(row.surplus),
    },
    ...failureOf(row),
    updatedAt: row.updated_at.toISOString(),
  }
}

export type QuoteFacts = {
  line: Pick<LineRow, 'deposit_address'>
  drawing: DrawingRow
  bank: BankPlace | undefined
  at: Date
}

/** A replenish quote as the API shows it. */
export function quoteBody(
  { jurisdictions }: Parts,
  row: ReplenishQuoteRow,
  { line, drawing, bank, at }: QuoteFacts,
): Quote {
  const wire = (minor: bigint) => toWire({ minor, scale: row.scale })
  const token = jurisdictions.tokenById(drawing.jurisdiction_id)
  const heldMs = drawing.disbursed_at ? row.as_of.getTime() - drawing.disbursed_at.getTime() : 0
  const fees = breakdownAt(drawing, row.as_of)
  return {
    quoteId: quoteIdOf(row),
    originalTxnHash: row.hash,
    ltxId: formatId('ltx', row.transaction_id),
    principal: wire(drawing.amount),
    outstandingPrincipal: wire(row.outstanding),
    // As it was when it was quoted, whatever was repaid since.
    feeBreakdown: {
      ...fees,
      feeAmount: wire(row.fee_due),
      feeAccrued: wire(row.fee_accrued),
      feePaid: wire(row.fee_accrued - row.fee_due),
    },
    totalReplenishAmount: wire(row.total),
    asset: row.currency,
    asOf: row.as_of.toISOString(),
    replenishTo: {
      walletAddress: toChecksumAddress(line.deposit_address),
      networkName: token?.networkName ?? '',
      chainId: drawing.chain_id,
      tokenAddress: token?.tokenAddress ?? '',
      ...(bank && row.bank_reference !== ''
        ? { bank: { ...bank.details, reference: row.bank_reference, ...arrivalAt(bank, at) } }
        : {}),
    },
    heldForMinutes: Math.max(0, Math.floor(heldMs / 60_000)),
    validUntil: row.valid_until.toISOString(),
    status: quoteStatus(row, at),
    totalFulfilledAmount: wire(row.fulfilled),
    remainingAmount: wire(row.total - row.fulfilled),
    isFullyFulfilled: row.fulfilled === row.total,
    ...(row.last_fulfilled_at === null
      ? {}
      : { lastFulfilledAt: row.last_fulfilled_at.toISOString() }),
    ...(row.monitor_until === null ? {} : { monitoringUntil: row.monitor_until.toISOString() }),
    replenishmentId: row.replenishment_id === null ? '' : formatId('rpl', row.replenishment_id),
    createdAt: row.created_at.toISOString(),
  }
}

/** A payer's bank is not known: it takes what its country's banks take where they choose the rail. */
function arrivalAt({ jurisdiction }: BankPlace, at: Date) {
  const system = bankSystemOf(jurisdiction.countryCode ?? '')
  const { arrivesBy } = scheduleOf(system, at)
  return { arrivesBy: arrivesBy.toISOString(), bankTimeZone: system.zone }
}

/** The result of a fulfilment: the reference always in the second of its two forms. */
export function fulfilmentBody(quote: ReplenishQuoteRow, row: FulfilmentRow) {
  const wire = (minor: bigint) => toWire({ minor, scale: quote.scale })
  return {
    quoteId: quoteIdOf(quote),
    amount: wire(row.amount),
    transactionReference: {
      hash: row.reference_hash,
      id: row.reference_id === '' ? formatId('ful', row.id) : row.reference_id,
      type: row.reference_type,
      timestamp: row.reference_at.toISOString(),
    },
    fulfillmentType: row.type,
    totalFulfilledAmount: wire(row.total_after),
    totalReplenishAmount: wire(quote.total),
    originalTxnHash: quote.hash,
    lastFulfilledAt: row.created_at.toISOString(),
    isFullyFulfilled: row.total_after === quote.total,
    remainingAmount: wire(quote.total - row.total_after),
    fulfillmentId: formatId('ful', row.id),
  }
}

/** Replenishments that one transaction pays: their sum, and each of them as an item. */
export function sharedBody(bodies: readonly Body[]): Body {
  const [first] = bodies
  if (!first) throw new TypeError('nothing is shared')
  const sum = (of: (body: Body) => number) => exactSum(bodies.map(of))
  return {
    ...first,
    replenishmentId: first.batchId,
    txnStatus: batchStatus(bodies.map(({ txnStatus }) => txnStatus)),
    totalReplenishAmount: sum((body) => body.totalReplenishAmount),
    received: {
      amount: sum(({ received }) => received.amount),
      fee: sum(({ received }) => received.fee),
      principal: sum(({ received }) => received.principal),
      surplus: sum(({ received }) => received.surplus),
    },
    items: bodies.map(({ replenishmentId, originalTxnHash, totalReplenishAmount, txnStatus }) => ({
      replenishmentId,
      originalTxnHash,
      totalReplenishAmount,
      txnStatus,
    })),
  }
}

/** Numbers of at most 18 decimals, added as integers. */
function exactSum(numbers: readonly number[]): number {
  const scale = 18
  const minor = numbers.reduce((sum, number) => {
    const money = fromWire(number, '', scale)
    return sum + (money.ok ? money.value.minor : 0n)
  }, 0n)
  return toWire({ minor, scale })
}
