import { framePhase, linePaymentStates, statesOf } from '@corridor/domain'
import type { LiquidityPayment, ReserveFrame } from '../../api/queries/liquidity.ts'
import type { FeeTerm, Replenishment, ReplenishQuote } from '../../api/queries/replenishment.ts'
import { type Meaning, readStatus } from '../../ui/format/status.ts'
import { t } from '../../messages/text.ts'

export type Shown = { label: string; meaning: Meaning }

type Phase = NonNullable<ReserveFrame['phase']>
type Timed = Pick<
  ReserveFrame,
  'status' | 'startTimestamp' | 'endTimestamp' | 'validUntil' | 'misc'
>

/** Where an accepted frame stands at a moment; the service's own word may be older than the moment. */
export function phaseAt(frame: Timed, now: number): Phase | undefined {
  if (frame.status !== 'ACCEPTED') return undefined
  const isUsedUp = frame.misc.utilisation.remaining <= 0
  return framePhase(
    {
      startsAt: new Date(frame.startTimestamp),
      endsAt: new Date(frame.endTimestamp),
      amount: 1n,
      used: isUsedUp ? 1n : 0n,
    },
    new Date(now),
  )
}

/** A quote whose time is over counts as expired, whether or not the service has reported it yet. */
export function statusAt(frame: Timed, now: number): ReserveFrame['status'] | Phase {
  if (frame.status === 'QUOTED' && now >= Date.parse(frame.validUntil)) return 'EXPIRED'
  return phaseAt(frame, now) ?? frame.status
}

/** Where the code says too little. */
const frameLabels: Record<string, string> = {
  QUOTED: t('Quoted'),
  PENDING_CONFIRMATION: t('Confirming fee'),
  UPCOMING: t('Accepted'),
}

const labelled = (read: Shown, label: string | undefined): Shown =>
  label === undefined ? read : { ...read, label }

export const frameLabel = (status: string): Shown =>
  labelled(readStatus(status, 'reserve'), frameLabels[status])

/** When something about frames changes by itself. */
export const boundariesOf = (frames: readonly Timed[]): number[] =>
  frames.flatMap(({ status, validUntil, startTimestamp, endTimestamp }) =>
    status === 'QUOTED'
      ? [Date.parse(validUntil)]
      : status === 'ACCEPTED'
        ? [Date.parse(startTimestamp), Date.parse(endTimestamp)]
        : [],
  )

const quoteLabels: Partial<Record<ReplenishQuote['status'], string>> = {
  OPEN: t('Open##state'),
  INITIATED: t('Being paid'),
  PARTIAL: t('Fulfilled in part'),
  SUPERSEDED: t('Replaced'),
}
export const quoteLabel = (status: ReplenishQuote['status']): Shown =>
  labelled(readStatus(status, 'replenishQuote'), quoteLabels[status])

const paymentLabels: Record<LiquidityPayment['status'], string> = {
  UNMATCHED: t('Fits nothing'),
  HELD: t('Held'),
  RESERVE_FEE: t('Reserve fee'),
  REPAYMENT: t('Repayment'),
  CREDITED: t('Credited'),
}
export const paymentStates = statesOf(linePaymentStates)
export const paymentLabel = (status: LiquidityPayment['status']): Shown =>
  labelled(readStatus(status, 'linePayment'), paymentLabels[status])

export const sourceLabel: Record<Replenishment['source'], string> = {
  OPERATIONAL_WALLET: t('Operational wallet'),
  MONITORED_DEPOSIT: t('Monitored deposit'),
}

type Term = FeeTerm['term']

export const termLabels: Record<Term, string> = {
  ratePerUnitTime: t('Time'),
  fixedBaseRate: t('Fixed base'),
  affiliateFeeRate: t('Affiliate'),
  counterPartyRiskPremiumRate: t('Counterparty risk'),
  customerReliabilityScoreRate: t('Reliability'),
}

/** What a rate is for, in a sentence. */
export const termTexts: Record<Term, string> = {
  ratePerUnitTime: t('For each started hour, of the principal that is outstanding then.'),
  fixedBaseRate: t('Once for each drawing, of the amount drawn.'),
  affiliateFeeRate: t('Once for each drawing, for who brought the business.'),
  counterPartyRiskPremiumRate: t('Once for each drawing, for the risk of who is paid.'),
  customerReliabilityScoreRate: t(
    'Taken off once for each drawing: repaying on time lowers the fee.',
  ),
}

export const fulfilmentLabels = {
  PRINCIPAL: t('Principal'),
  FEE: t('Fee'),
  PRINCIPAL_AND_FEE: t('Principal and fee'),
} as const
