import type { DepositFit, HeldLimit } from '@corridor/contract'
import {
  type Judgement,
  judgeRouted,
  leftOf,
  type LimitKind,
  type LimitUse,
  resetsAt,
  type RoutedFacts,
  toWire,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { microDollars, partnerTerms, type PartnerTerms } from '../../../records/partners/terms.ts'
import { customerLimitsOf } from '../../../records/partners/terms.ts'
import {
  brokenLimit,
  type CustomerUse,
  dollarScale,
  readCustomerUses,
} from '../../../records/transfers/customer-limit.ts'
import { worthOf } from '../../transfers/quotes/limits.ts'
import { type HeldFacts, readHeldFacts } from './fit-store.ts'
import { actionsOf, carries, waitingOf } from './held-actions.ts'
import { factsOf } from './judge.ts'
import type { DepositRecord } from './store.ts'

type FitBody = z.output<typeof DepositFit>
type LimitBody = z.output<typeof HeldLimit>
/** `limit`: which one holds it; `fit`: whether it would be forwarded if it arrived now. */
export type Outlook = { limit?: LimitBody; fit: FitBody }
type Parts = Pick<Deps, 'jurisdictions' | 'rates'>

/** What is known of held deposits of one partner, by id; a handful of statements for all. */
export async function outlooksOf(
  tx: Tx,
  deps: Parts,
  partnerId: string,
  rows: readonly DepositRecord[],
): Promise<ReadonlyMap<string, Outlook>> {
  const held = rows.filter(({ status }) => status === 'HELD')
  if (held.length === 0) return new Map()
  const owners = held.flatMap(({ owner_id: id }) => (id === null ? [] : [id]))
  const facts = await readHeldFacts(
    tx,
    partnerId,
    held.map(({ id }) => id),
  )
  const uses = await readCustomerUses(tx, partnerId, [...new Set(owners)])
  return new Map(
    held.map((row) => {
      const of = facts.get(row.id)
      const use = uses.get(row.owner_id ?? '')
      return [row.id, of && use ? outlook(deps, row, of, use) : alone(row)]
    }),
  )
}

/** Somebody has to look at it by itself, or nobody may decide about it now. */
const alone = (row: DepositRecord): Outlook => ({
  fit: { fits: false, reason: isForwardable(row) ? 'DECIDE_ALONE' : 'NOT_ALLOWED' },
})

const isForwardable = (row: DepositRecord) => actionsOf(waitingOf(row)).includes('FORWARD')

/** Held for what only a person can say something about, or for what no day changes. */
const personal: ReadonlySet<string> = new Set(['UNKNOWN_SENDER', 'NO_TRANSFER', 'BY_PARTNER'])

function outlook(deps: Parts, row: DepositRecord, of: HeldFacts, use: CustomerUse): Outlook {
  const worth = worthNow(deps, row, of.read_at)
  const known = { row, of, use, worth: worth ?? 0n, terms: partnerTerms(of.settings) }
  const facts = routedFacts(deps, known)
  const shown = (kind: LimitKind) => limitBody(kind, known, facts)
  const judgement = judgeRouted(facts)
  const broken = judgement.kind === 'HOLD' ? judgement.limit : undefined
  const kind = row.held_limit === '' && row.held_reason === 'LIMIT' ? broken : row.held_limit
  return {
    ...(kind ? { limit: shown(kind) } : {}),
    fit: fitBody(row, { judgement, isPriced: worth !== undefined, shown }),
  }
}

function fitBody(
  row: DepositRecord,
  {
    judgement,
    isPriced,
    shown,
  }: { judgement: Judgement; isPriced: boolean; shown: (kind: LimitKind) => LimitBody },
): FitBody {
  const isAlone = carries(row) || row.destination_id === null || personal.has(row.held_reason)
  if (isAlone || !isForwardable(row)) return alone(row).fit
  if (!isPriced) return { fits: false, reason: 'NO_RATE' }
  if (judgement.kind === 'FORWARD') return { fits: true, reason: '' }
  if (judgement.kind === 'RETURN') return { fits: false, reason: 'FUNDING_INACTIVE' }
  const { reason, limit } = judgement
  return { fits: false, reason, ...(limit ? { limit: shown(limit) } : {}) }
}

/** In millionths of a dollar; nothing where there is no rate. */
function worthNow({ rates }: Parts, row: DepositRecord, at: Date): bigint | undefined {
  const rate = rates.midRate(row.currency, 'USD', at)
  const { amount: minor, currency, scale } = row
  return rate.ok ? worthOf({ minor, currency, scale }, rate.value.mid) : undefined
}

type Known = {
  row: DepositRecord
  of: HeldFacts
  use: CustomerUse
  worth: bigint
  terms: PartnerTerms
}

/** As of a deposit that arrives now; what holds it by its labels alone is another matter. */
function routedFacts(deps: Parts, { row, of, use, worth, terms }: Known): RoutedFacts {
  const labels = row.labels.filter(
    (label) => label !== 'BELOW_MINIMUM' || row.held_limit !== 'MIN_DEPOSIT',
  ) as RoutedFacts['labels']
  const { route_status: status, route_reason: reason } = of
  const facts = factsOf(deps, {
    deposit: row,
    account: {
      ...of,
      jurisdiction_id: of.funding_jurisdiction,
      status: of.funding_status,
      is_verified: of.is_payer_verified,
    },
    taken: status === null ? undefined : { route: { status, reason: reason ?? '' } },
    labels,
    returnsTo: false,
  })
  const broken = brokenLimit(terms, use, worth)
  const place = deps.jurisdictions.byId(row.destination_jurisdiction ?? '')
  return {
    ...facts,
    isPayeeVerified: of.is_payee_verified,
    isDestinationOpen: of.payee_status === 'ENABLED' && place?.status !== 'PAUSED',
    customerLimit: broken ? `CUSTOMER_${broken}` : '',
    partner: { ...facts.partner, worth },
  }
}

function limitBody(kind: LimitKind, known: Known, facts: RoutedFacts): LimitBody {
  const { row, of } = known
  const use = usesOf(known, facts)[kind]
  const isAccount = kind === 'ACCOUNT_DAY' || kind.endsWith('_DEPOSIT')
  const scale = isAccount ? row.scale : kind.endsWith('_COUNT') ? 0 : dollarScale
  const number = (minor: bigint) => toWire({ minor, scale })
  const resets = resetsAt(kind, of.read_at)
  return {
    kind,
    limit: number(use.limit),
    used: number(use.used),
    left: number(leftOf(use)),
    needed: number(use.needed),
    currency: isAccount ? row.currency : kind.endsWith('_COUNT') ? '' : 'USD',
    ...(resets ? { resetsAt: resets.toISOString() } : {}),
  }
}

function usesOf({ use, worth, terms }: Known, facts: RoutedFacts): Record<LimitKind, LimitUse> {
  const { amount: needed, funding, partner } = facts
  const customer = customerLimitsOf(terms, use.level)
  const none = 0n
  const inDollars = (limit: number, used: bigint) => ({
    limit: microDollars(limit),
    used,
    needed: worth,
  })
  const inNumber = (limit: number | undefined, used: number) => ({
    limit: BigInt(limit ?? 0),
    used: BigInt(used),
    needed: 1n,
  })
  return {
    MIN_DEPOSIT: { limit: funding.minDeposit, used: none, needed },
    MAX_DEPOSIT: { limit: funding.maxDeposit, used: none, needed },
    ACCOUNT_DAY: { limit: funding.dailyLimit, used: funding.today, needed },
    PARTNER_TRANSFER: { limit: partner.txnLimit, used: none, needed: worth },
    PARTNER_DAY: { limit: partner.dailyLimit, used: partner.today, needed: worth },
    CUSTOMER_TRANSFER: inDollars(customer.txnLimit, none),
    CUSTOMER_DAY: inDollars(customer.dailyLimit, use.today),
    CUSTOMER_MONTH: inDollars(customer.monthlyLimit, use.month),
    CUSTOMER_DAY_COUNT: inNumber(customer.dailyCount, use.todayCount),
    CUSTOMER_MONTH_COUNT: inNumber(customer.monthlyCount, use.monthCount),
  }
}
