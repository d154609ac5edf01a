import type { CustomerLimits, Field } from '@corridor/contract'
import type { PayeeFinding } from '@corridor/domain'
import type { CutOff } from '@corridor/domain/calendars'
import type { z } from 'zod'
import type { TransferRow } from '../../db/schema/rows.ts'

/** A price as it is kept. */
export type PriceFacts = {
  /** Before the spread; decimal text of at most 15 significant digits. */
  midRate: string
  spreadBps: number
  /** Where the mid rate comes from and the day it is of. */
  source: string
  asOf: string
  /**
   * What one unit of the source currency was worth in US dollars, by which fees and thresholds were
   * converted. Absent in quotes before 0036, whose conversions booked no result.
   */
  dollarRate?: string
  /** What the fees were made of; minor units of the source currency as text. */
  terms: { partnerBps: number; svcBps: number; svcFixed: string; txFee: string }
}

/** The limits of one customer as a quote keeps them: millionths of a dollar as text. */
export type KeptLimits = {
  day: string
  month: string
  dayCount?: number | undefined
  monthCount?: number | undefined
  /** Of one claimed wallet within 30 days; absent in quotes before 0101. */
  claimedWallet?: string
}

/** What an ordinary quote says beside its amounts, as kept in the column `quote`. */
export type QuoteFacts = PriceFacts & {
  steps: { name: string; etaMinutes: number }[]
  requirements: Field[]
  risk: { level: 'LOW' | 'MEDIUM' | 'HIGH'; reasons: string[]; acknowledgementRequired: boolean }
  acknowledgement: { text: string; version: string }
  verificationRequired: boolean
  approval: { required: boolean; policyId: string; approvalsNeeded: number }
  /** In units of the source currency. */
  limits: {
    min: number
    max: number
    remainingDaily: number
    customer?: z.output<typeof CustomerLimits>
  }
  /** What the payer may move in a day and a month; absent in quotes before 0036. */
  customer?: KeptLimits
  /** How long the rate holds after execution; absent in quotes before 0036, whose rate always holds. */
  rateHoldMs?: number
  /** What becomes of money that is booked later; REPRICE where absent. */
  onLate?: 'REPRICE' | 'RETURN'
  /** Until when the bank that pays out takes orders, where it has a time of its own. */
  cutOff?: CutOff
  /** Worth at the mid rate in millionths of a US dollar, as text: what daily limits count. */
  worth: string
  /** What the payee's bank answered, where the request carried it. */
  payee?: CarriedAnswer
  /** What it was quoted at, where it was priced anew as it was approved. */
  repricedFrom?: PriceShown
}

/** An answer about the account that is paid, so that its bank is not asked again. */
export type CarriedAnswer = PayeeFinding & { scheme: string; reference: string; checkedAt: string }

/** A price as people compare it; amounts are minor units as text. */
export type PriceShown = {
  amountIn: string
  amountOut: string
  fees: string
  rate: string
  validUntil: string
}

/** What is kept of a quote between two wallets: its worth, which limits count. */
export type WalletQuoteFacts = Pick<QuoteFacts, 'worth' | 'customer'>

/** Until when the rate holds of a transfer that is executed, or approved, at a moment. */
export function rateHoldFrom(row: Pick<TransferRow, 'quote' | 'kind'>, at: Date): Date | null {
  const { rateHoldMs } = quoteFacts(row)
  return rateHoldMs === undefined ? null : new Date(at.getTime() + rateHoldMs)
}

/** What the quote stated. @throws for a transfer that is no ordinary one */
export function quoteFacts({ quote, kind }: Pick<TransferRow, 'quote' | 'kind'>): QuoteFacts {
  if (kind !== 'ordinary' || quote === null) throw new TypeError('not an ordinary transfer')
  return quote as QuoteFacts
}

/** The limits that a quote of any kind kept of its customer. */
export const limitsOfTransfer = ({ quote }: Pick<TransferRow, 'quote'>): KeptLimits | undefined =>
  (quote as WalletQuoteFacts | null)?.customer

/** What a transfer of any kind is worth, in millionths of a dollar; quotes that kept none: nothing. */
export const worthOfTransfer = ({ quote }: Pick<TransferRow, 'quote'>): bigint =>
  BigInt((quote as WalletQuoteFacts | null)?.worth ?? '0')
