import { framePhase } from '@corridor/domain'
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

/** A quote whose time is over counts as expired, whether or not the service has said so yet. */
export function statusAt(frame: Timed, now: number): ReserveFrame['status'] | Phase {
  if (frame.status === 'QUOTED' && now >= Date.parse(frame.validUntil)) return 'EXPIRED'
  return phaseAt(frame, now) ?? frame.status
}

const frameWords: Record<string, Shown> = {
  QUOTED: { label: t('Quoted'), meaning: 'wait' },
  PENDING_CONFIRMATION: { label: t('Confirming fee'), meaning: 'move' },
  UPCOMING: { label: t('Accepted'), meaning: 'done' },
}

export const frameWord = (status: string): Shown =>
  frameWords[status] ?? readStatus(status, 'reserve')

/** When something about frames changes by itself. */
export const boundariesOf = (frames: readonly Timed[]): number[] =>
  frames.flatMap(({ status, validUntil, startTimestamp, endTimestamp }) =>
    status === 'QUOTED'
      ? [Date.parse(validUntil)]
      : status === 'ACCEPTED'
        ? [Date.parse(startTimestamp), Date.parse(endTimestamp)]
        : [],
  )

const quoteWords: Partial<Record<ReplenishQuote['status'], Shown>> = {
  OPEN: { label: t('Open##state'), meaning: 'wait' },
  INITIATED: { label: t('Being paid'), meaning: 'move' },
  PARTIAL: { label: t('Fulfilled in part'), meaning: 'move' },
  SUPERSEDED: { label: t('Replaced'), meaning: 'end' },
}
export const quoteWord = (status: ReplenishQuote['status']): Shown =>
  quoteWords[status] ?? readStatus(status)

const paymentWords: Record<LiquidityPayment['status'], Shown> = {
  UNMATCHED: { label: t('Fits nothing'), meaning: 'hand' },
  HELD: { label: t('Held'), meaning: 'hand' },
  RESERVE_FEE: { label: t('Reserve fee'), meaning: 'done' },
  REPAYMENT: { label: t('Repayment'), meaning: 'done' },
  CREDITED: { label: t('Credited'), meaning: 'end' },
}
export const paymentStates = Object.keys(paymentWords) as LiquidityPayment['status'][]
export const paymentWord = (status: LiquidityPayment['status']): Shown => paymentWords[status]

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
