import type { DepositAccount, OrdinaryQuote, WalletQuote } from '@corridor/contract'
import { toText, toWire, executionId } from '@corridor/domain'
import type { z } from 'zod'
import { quoteFacts, rateHoldFrom } from '../../../records/transfers/quote-facts.ts'
import { checkBody } from '../../accounts/answers/view.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { estimated, systemNamed } from '../../../records/transfers/arrival/bank-systems.ts'

type Body = z.output<typeof OrdinaryQuote>

/** What an answer shows of a quote, whether it was just made or read. */
export type QuoteRow = Pick<
  TransferRow,
  | 'id'
  | 'kind'
  | 'transaction_id'
  | 'direction'
  | 'amount_in'
  | 'scale_in'
  | 'currency_in'
  | 'amount_out'
  | 'scale_out'
  | 'currency_out'
  | 'rate'
  | 'partner_fees'
  | 'svc_fees'
  | 'tx_fees'
  | 'deposit_account'
  | 'quote'
  | 'valid_until'
  | 'created_at'
  | 'estimated_arrival'
  | 'leaves_at'
  | 'rail_in'
  | 'rail_out'
>

/** What is shown of a quote between wallets. */
export type WalletQuoteRow = Pick<
  TransferRow,
  | `${'currency' | 'scale' | 'amount'}_${'in' | 'out'}`
  | `${'partner' | 'svc'}_fees`
  | 'id'
  | 'kind'
  | 'payload'
  | 'rate'
  | 'valid_until'
>

/**
 * The API view of an ordinary quote (operations.md 5). @throws for another kind of transfer
 */
export function quoteBody(row: QuoteRow): Body {
  const facts = quoteFacts(row)
  const { currency_in: from, scale_in: scale, currency_out: to } = row
  const paid = (minor: bigint) => ({ amount: toWire({ minor, scale }), currency: from })
  return {
    executionId: executionId(row),
    transactionId: row.transaction_id,
    direction: row.direction as Body['direction'],
    status: 'QUOTED',
    quote: {
      inAmount: paid(row.amount_in),
      outAmount: {
        amount: toWire({ minor: row.amount_out, scale: row.scale_out }),
        currency: to,
      },
      exchangeRate: {
        rate: Number.parseFloat(row.rate),
        conversion: `1 ${from} = ${row.rate} ${to}`,
        midRate: Number.parseFloat(facts.midRate),
        spreadBps: facts.spreadBps,
        source: facts.source,
        asOf: facts.asOf,
      },
      fees: {
        partnerFees: paid(row.partner_fees),
        svcFees: paid(row.svc_fees),
        txFees: paid(row.tx_fees),
        totalFees: paid(row.partner_fees + row.svc_fees + row.tx_fees),
      },
    },
    depositAccount: row.deposit_account as z.output<typeof DepositAccount>,
    steps: facts.steps,
    requirements: facts.requirements,
    counterPartyRisk: facts.risk,
    ...(facts.payee ? { payeeCheck: checkBody(facts.payee) } : {}),
    verificationRequired: facts.verificationRequired,
    transferAcknowledgement: { required: true, ...facts.acknowledgement },
    approval: facts.approval,
    limits: facts.limits,
    validUntil: row.valid_until.toISOString(),
    rateHoldUntil: (rateHoldFrom(row, row.created_at) ?? row.valid_until).toISOString(),
    onLate: facts.onLate ?? 'REPRICE',
    estimatedArrival: (row.estimated_arrival ?? row.valid_until).toISOString(),
    ...leaving(row),
    ...estimated(row),
  }
}

/** When a bank pays out, and in which zone it counts its days; nothing on a chain. */
function leaving({ leaves_at, rail_out }: QuoteRow): Pick<Body, 'leavesAt' | 'bankTimeZone'> {
  const zone = systemNamed(rail_out)?.zone
  if (leaves_at === null || zone === undefined) return {}
  return { leavesAt: leaves_at.toISOString(), bankTimeZone: zone }
}

/** The bare quote of interface-specification.md 2: no envelope, no deposit account. */
export function walletQuoteBody(row: WalletQuoteRow): z.output<typeof WalletQuote> {
  const money = (minor: bigint) => ({
    amount: toWire({ minor, scale: row.scale_in }),
    currency: row.currency_in,
  })
  return {
    executionId: executionId(row),
    quote: {
      inAmount: money(row.amount_in),
      outAmount: {
        amount: toWire({ minor: row.amount_out, scale: row.scale_out }),
        currency: row.currency_out,
      },
      exchangeRate: {
        rate: Number.parseFloat(row.rate),
        conversion: `1 ${row.currency_in} = ${row.rate} ${row.currency_out}`,
      },
      fees: {
        partnerFees: money(row.partner_fees),
        svcFees: money(row.svc_fees),
        totalFees: money(row.partner_fees + row.svc_fees),
      },
    },
    payloadToSign: row.payload ?? '',
    validUntil: row.valid_until.toISOString(),
    message: `Sign the payload to send ${toText(row.amount_in, row.scale_in)} ${row.currency_in}.`,
  }
}
