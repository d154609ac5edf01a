import type { FeeBreakdown } from '@corridor/contract'
import {
  type DrawingRates,
  drawingFeeAt,
  feeTermsAt,
  rateToWire,
  shareToWire,
  toWire,
} from '@corridor/domain'
import type { z } from 'zod'
import type { DrawingRow } from '../../../db/schema/rows.ts'
import { isOwed } from '../../../records/liquidity/drawing-store.ts'
import { accrualOf, drawingRates, feeDueAt } from '../payments/repay.ts'

type Breakdown = z.output<typeof FeeBreakdown>

/** What a drawing costs up to a moment, term by term. */
export function breakdownAt(row: DrawingRow, at: Date): Breakdown {
  const rates = drawingRates(row)
  const wire = (minor: bigint) => toWire({ minor, scale: row.scale })
  const accrual = accrualOf(row)
  const isOpen = accrual && isOwed(row)
  return {
    ...ratesBody(rates),
    feeAmount: wire(feeDueAt(row, at)),
    feeAccrued: wire(isOpen ? drawingFeeAt(accrual, rates, at) : row.fee_paid),
    feePaid: wire(row.fee_paid),
    terms: isOpen
      ? feeTermsAt(accrual, rates, at).map(({ term, rate, units, base, share }) => ({
          term,
          rateBps: rateToWire(rate),
          units,
          base: wire(base),
          amount: shareToWire(share, row.scale),
        }))
      : [],
  }
}

export const ratesBody = (rates: DrawingRates) => ({
  ratePerUnitTime: rateToWire(rates.ratePerUnitTime),
  customerReliabilityScoreRate: rateToWire(rates.customerReliabilityScoreRate),
  affiliateFeeRate: rateToWire(rates.affiliateFeeRate),
  fixedBaseRate: rateToWire(rates.fixedBaseRate),
  counterPartyRiskPremiumRate: rateToWire(rates.counterPartyRiskPremiumRate),
})

const failureTexts: Record<string, string> = {
  CHAIN_REVERTED: 'The payment failed on the chain: nothing was paid.',
  CHAIN_NONCE_CONFLICT: 'Another transaction took the place of the payment: nothing was paid.',
  RECIPIENT_REFUSED: 'The token refuses payments to this recipient.',
  INTERNAL_NO_COVER: 'The service held too little to pay it: nothing was paid.',
  LIMIT_TXN: 'The limit of one drawing was lowered.',
  LIMIT_DAILY: 'Too little was left of the day’s limit.',
  CREDIT_LIMIT_EXCEEDED: 'Too little credit was left.',
  RESERVE_EXPIRED: 'The reserve frame had ended or was cancelled.',
}

/** Why a drawing or a replenishment failed, and when. */
export const failureOf = (row: { failure_code: string; failed_at: Date | null }) =>
  row.failure_code === '' || row.failed_at === null
    ? {}
    : {
        failure: {
          code: row.failure_code,
          message: failureTexts[row.failure_code] ?? 'It failed.',
          at: row.failed_at.toISOString(),
        },
      }
