import { type CorridorKind, fail, ok, ratePattern, type Result } from '@corridor/domain'
import { z } from 'zod'

const perKind = <T extends z.ZodType>(value: T) =>
  z.object({ ON_RAMP: value, OFF_RAMP: value, FIAT_TO_FIAT: value }).partial()
const basisPoints = z.int().min(0).max(1_000)
const dollars = z.number().min(0).max(1_000_000_000_000)

export const defaultDailyLimit = 500_000

const rate = z.string().regex(ratePattern)

/** Amounts in units of the credit line's asset; rates in basis points as decimal text. */
const Liquidity = z
  .object({
    jurisdictionId: z.string(),
    creditLimit: dollars,
    dailyLimit: dollars,
    txnLimit: dollars,
    hourlyFeeRateInBps: rate,
    ratePerUnitTime: rate,
    customerReliabilityScoreRate: rate,
    affiliateFeeRate: rate,
    fixedBaseRate: rate,
    counterPartyRiskPremiumRate: rate,
    /** Within how many hours a drawing is to be repaid where it does not say. */
    tenorHours: z.int().min(1).max(720),
  })
  .partial()

/** What `partner.settings` may say of transfers; what it does not say is the default. */
const Settings = z.object({
  /** The partner's own fee, taken from its customers for it. */
  partnerFeeBps: basisPoints.default(0),
  /** Instead of the corridor's spread. */
  spreadBps: perKind(basisPoints).default({}),
  /** How long a quote holds. */
  quoteMinutes: perKind(z.number().min(0.1).max(60)).default({}),
  /** Worth of one transfer and of a day's, in US dollars. */
  txnLimit: dollars.default(100_000),
  dailyLimit: dollars.default(defaultDailyLimit),
  /** What the service lends for refunds of completed transfers, in units of each currency. */
  refundCreditLimit: dollars.optional(),
  /** What was agreed of the credit line; what is not said follows from the environment. */
  liquidity: Liquidity.default({}),
  /** Above this worth in US dollars another member has to approve. */
  approvalAbove: dollars.optional(),
  /** A payee that was added less than so many hours ago needs approval too. */
  coolingOffHours: z.number().min(0).max(720).default(0),
})

export type PartnerTerms = z.output<typeof Settings>

const defaultMinutes = 5

/** Terms of a partner. @throws where its settings are invalid */
export const partnerTerms = (settings: unknown): PartnerTerms => Settings.parse(settings ?? {})

/** The terms that settings make, or the members that are out of bounds. */
export function checkTerms(settings: unknown): Result<PartnerTerms, string[]> {
  const parsed = Settings.safeParse(settings)
  if (parsed.success) return ok(parsed.data)
  return fail([...new Set(parsed.error.issues.map(({ path }) => path.join('.')))])
}

export const quoteMsOf = ({ quoteMinutes }: PartnerTerms, kind: CorridorKind): number =>
  (kind === 'CRYPTO_TO_CRYPTO' ? defaultMinutes : (quoteMinutes[kind] ?? defaultMinutes)) * 60_000

/** Millionths of a dollar, in which limits are counted. */
export const microDollars = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n

const hourMs = 3_600_000

/** Whether another member has to approve, and by which rule. */
export function approvalFor(
  { approvalAbove, coolingOffHours }: PartnerTerms,
  { worth, payeeAddedAt, at }: { worth: bigint; payeeAddedAt: Date; at: Date },
): { required: boolean; policyId: string; approvalsNeeded: number } {
  const isLarge = approvalAbove !== undefined && worth > microDollars(approvalAbove)
  const isCooling = at.getTime() < payeeAddedAt.getTime() + coolingOffHours * hourMs
  const policyId = isLarge ? 'amount' : isCooling ? 'new-payee' : ''
  const required = policyId !== ''
  return { required, policyId, approvalsNeeded: required ? 1 : 0 }
}
