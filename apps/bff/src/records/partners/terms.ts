import {
  type CorridorKind,
  defaultPayeePolicy,
  fail,
  ok,
  type PayeePolicy,
  type PolicyTerms,
  ratePattern,
  type SenderSums,
  type SenderWindow,
} from '@corridor/domain'
import { z } from 'zod'

const perKind = <T extends z.ZodType>(value: T) =>
  z.object({ ON_RAMP: value, OFF_RAMP: value, FIAT_TO_FIAT: value }).partial()
const basisPoints = z.int().min(0).max(1_000)
const dollars = z.number().min(0).max(1_000_000_000_000)

export const defaultDailyLimit = 500_000

const rate = z.string().regex(ratePattern)

/** What one customer may move, in US dollars; and how often, where that is limited. */
const CustomerLimits = z
  .object({
    txnLimit: dollars,
    dailyLimit: dollars,
    monthlyLimit: dollars,
    dailyCount: z.int().min(1).max(1_000_000),
    monthlyCount: z.int().min(1).max(1_000_000),
  })
  .partial()

const usualSenderLimit = 1_000
/** What others pay on a route of the sandbox whose account says nothing of its payers. */
export const sandboxRouteSenderLimit = 5_000

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

const payeeWay = z.enum(['HOLD', 'PAY'])

/** What `partner.settings` may say of transfers; what it does not say is the default. */
const Settings = z.object({
  /** The partner's own fee, taken from its customers for it. */
  partnerFeeBps: basisPoints.default(0),
  /** Instead of the corridor's spread. */
  spreadBps: perKind(basisPoints).default({}),
  /** How long a quote holds. */
  quoteMinutes: perKind(z.number().min(0.1).max(60)).default({}),
  /** How many minutes a rate holds after execution: 60 by bank, 15 on a chain. */
  rateHoldMinutes: z
    .object({ BANK: z.number().min(0).max(10_080), CHAIN: z.number().min(0).max(10_080) })
    .partial()
    .default({}),
  /** Worth of one transfer and of a day's, in US dollars. */
  txnLimit: dollars.default(100_000),
  dailyLimit: dollars.default(defaultDailyLimit),
  /** Of one customer, by the level of its verification. */
  customerLimits: z
    .object({ NONE: CustomerLimits, STANDARD: CustomerLimits, ENHANCED: CustomerLimits })
    .partial()
    .default({}),
  /**
   * What the service lends for refunds of completed transfers beyond the payments account, in units
   * of each currency; nothing unless it was agreed.
   */
  refundCreditLimit: dollars.optional(),
  /** What was agreed of the credit line; what is not agreed follows from the environment. */
  liquidity: Liquidity.default({}),
  /** Above this worth in US dollars another member has to approve. */
  approvalAbove: dollars.optional(),
  /** A payee that was added less than so many hours ago is new: its first payment needs approval. */
  coolingOffHours: z.number().min(0).max(720).optional(),
  /** What a wallet that is only claimed moves within 30 days, in US dollars, instead of the usual. */
  claimedWallet: dollars.optional(),
  /**
   * Who may pay where a funding account does not say it, and on the service's own accounts; CUSTOMER
   * when absent. Where it is CUSTOMER no account says anything else.
   */
  payers: z.enum(['CUSTOMER', 'ANYBODY']).optional(),
  /**
   * Above this sum in US dollars, of one sender in 1, 7 and 30 days, money of others waits for a decision;
   * 1,000 when absent.
   */
  senderCheckAbove: z
    .union([dollars, z.object({ DAY: dollars, WEEK: dollars, MONTH: dollars }).partial()])
    .optional(),
  /** What becomes of a payment whose payee's bank does not confirm the name. */
  payeeChecks: z
    .object({ CLOSE_MATCH: payeeWay, NO_MATCH: payeeWay, NOT_POSSIBLE: payeeWay })
    .partial()
    .default({}),
})

export type PartnerTerms = z.output<typeof Settings>

/** What others than those who may pay can pay one customer, in millionths of a dollar. */
export function senderLimitsOf(
  { senderCheckAbove = {} }: PartnerTerms,
  usual = usualSenderLimit,
): SenderSums {
  const of = (window: SenderWindow) =>
    microDollars(
      typeof senderCheckAbove === 'number' ? senderCheckAbove : (senderCheckAbove[window] ?? usual),
    )
  return { DAY: of('DAY'), WEEK: of('WEEK'), MONTH: of('MONTH') }
}

/** How thoroughly a customer was verified. */
export type CustomerLevel = 'NONE' | 'STANDARD' | 'ENHANCED'

/** How many of the usual days of a partner a customer may move in a month, where nothing is set. */
const usualDaysOfMonth = { NONE: 2, STANDARD: 10, ENHANCED: 30 } as const

/**
 * The limits of one customer of a partner, in US dollars: those of the level, or as much as the
 * partner itself may move. Customers who are not verified move money between wallets alone.
 */
export const customerLimitsOf = (
  { customerLimits, txnLimit, dailyLimit }: PartnerTerms,
  level: CustomerLevel,
) => {
  const own = customerLimits[level] ?? {}
  return {
    ...own,
    txnLimit: own.txnLimit ?? txnLimit,
    dailyLimit: own.dailyLimit ?? dailyLimit,
    monthlyLimit:
      own.monthlyLimit ?? Math.max(dailyLimit, defaultDailyLimit) * usualDaysOfMonth[level],
  }
}

/** What a partner has done about names that banks do not confirm. */
export const payeePolicyOf = ({ payeeChecks }: PartnerTerms): PayeePolicy => ({
  CLOSE_MATCH: payeeChecks.CLOSE_MATCH ?? defaultPayeePolicy.CLOSE_MATCH,
  NO_MATCH: payeeChecks.NO_MATCH ?? defaultPayeePolicy.NO_MATCH,
  NOT_POSSIBLE: payeeChecks.NOT_POSSIBLE ?? defaultPayeePolicy.NOT_POSSIBLE,
})

const defaultMinutes = 5

/** Terms of a partner. @throws where its settings are invalid */
export const partnerTerms = (settings: unknown): PartnerTerms => Settings.parse(settings ?? {})

/** The terms that settings make, or the members that are out of bounds. */
export function checkTerms(settings: unknown) {
  const parsed = Settings.safeParse(settings)
  if (parsed.success) return ok(parsed.data)
  return fail([...new Set(parsed.error.issues.map(({ path }) => path.join('.')))])
}

export const quoteMsOf = ({ quoteMinutes }: PartnerTerms, kind: CorridorKind): number =>
  (kind === 'CRYPTO_TO_CRYPTO' ? defaultMinutes : (quoteMinutes[kind] ?? defaultMinutes)) * 60_000

/** How long a rate holds after execution, by how the money comes in. */
export const rateHoldMsOf = ({ rateHoldMinutes }: PartnerTerms, source: 'BANK' | 'CHAIN'): number =>
  (rateHoldMinutes[source] ?? usualRateHoldMinutes[source]) * 60_000

const usualRateHoldMinutes = { BANK: 60, CHAIN: 15 } as const

/** Millionths of a dollar, in which limits are counted. */
export const microDollars = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n

/** A live partner's payees cool off for a day; in the sandbox they are paid at once. */
const coolingOffDefault = (environment: string): number => (environment === 'live' ? 24 : 0)

/** What the default policy of a partner follows from. */
export const policyTermsOf = (
  { approvalAbove, coolingOffHours }: PartnerTerms,
  environment: string,
): PolicyTerms => ({
  ...(approvalAbove === undefined ? {} : { approvalAbove }),
  coolingOffHours: coolingOffHours ?? coolingOffDefault(environment),
})
