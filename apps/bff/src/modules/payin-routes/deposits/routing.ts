import {
  type Destination,
  destinationAt,
  type Judgement,
  judgeRouted,
  type PayinLabel,
  type Result,
  type RoutedFacts,
  strayDepositLegs,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { limitsOf } from '../../accounts/funding/view.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import { postGroup } from '../../../records/ledger/service.ts'
import { depositEvent } from '../../../records/deposits/event.ts'
import { placeOfDeposit, sumOfDeposit } from '../../../records/deposits/place.ts'
import { minorOf } from '../../transfers/quotes/amounts.ts'
import {
  type FromDepositFailure,
  type FromDepositParts,
  type PreparedExecution,
  prepareFromDeposit,
  startPrepared,
} from '../../transfers/funding/from-deposit.ts'
import { microDollars, partnerTerms } from '../../../records/partners/terms.ts'
import { brokenLimit } from '../../../records/transfers/customer-limit.ts'
import { byWorker } from '../../../records/transfers/transition.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { moveDeposit } from '../../../records/deposits/transition.ts'
import { heldFor, isListed } from '../../screening/deposits.ts'
import type { Senders } from '../../screening/senders.ts'
import { byPolicy, type ReturnTo } from '../../deposits/return-target.ts'
import { startReturn } from './return-deposit.ts'
import { type AccountFacts, readRouting, type RoutingRows } from './routing-store.ts'
import type { TransferRow, DepositRow, RouteRow } from '../../../db/schema/rows.ts'
import type { TransferKey } from '../../../ports/jobs.ts'

export type RouteParts = FromDepositParts

/** The route that takes a deposit, and where it goes; fixed when the deposit is received. */
type Taken = { route: RouteRow; destination: Destination }

type Known = { known: readonly PayinLabel[]; isDoubtful: boolean; senders: Senders }

/**
 * Decides about money on a funding account that no transfer waits for, in the transaction that
 * inserted its row: it is forwarded to the destination that was valid when it was received, held, or
 * returned. Returns the transfer to continue after the commit.
 * @throws where no rate is to be had now: it is then taken in later
 */
export async function routeDeposit(
  tx: Tx,
  deps: RouteParts,
  deposit: DepositRow,
  { known, isDoubtful, senders }: Known,
): Promise<TransferKey | undefined> {
  const rows = await readRouting(tx, deposit)
  const { account } = rows
  const taken = takenBy(rows, deposit)
  // Money for a claim without its account is kept all the same.
  if (!account) {
    const judgement = { kind: 'HOLD' as const, reason: 'NO_ROUTE' as const, labels: [...known] }
    return hold(tx, deps, { deposit, taken, judgement, senders })
  }
  const labels = isOwnMoney(deps, account, deposit) ? known : [...known, unsupported]
  const returnTo = account.status === 'ACTIVE' ? undefined : await byPolicy(tx, account, deposit)
  const facts = factsOf(deps, {
    deposit,
    account,
    taken,
    labels,
    returnsTo: returnTo !== undefined,
    isDoubtful,
  })
  const { judgement: found, prepared } = await judge(tx, deps, { deposit, account, taken, facts })
  const judgement = keptBack(found, isListed(deposit, senders), labels)
  if (judgement.kind === 'HOLD') return hold(tx, deps, { deposit, taken, judgement, senders })
  const started =
    judgement.kind === 'RETURN'
      ? await sendBack(tx, deps, { deposit, account, taken, returnTo })
      : await forward(tx, deps, deposit, prepared)
  return { partnerId: started.partner_id, transferId: started.id }
}

/** A listed sender's money does not go back by itself. What goes on is looked at with its transfer. */
const keptBack = (
  judgement: Judgement,
  isSenderListed: boolean,
  labels: readonly PayinLabel[],
): Judgement =>
  judgement.kind === 'RETURN' && isSenderListed
    ? { kind: 'HOLD', reason: 'FUNDING_INACTIVE', labels: [...labels] }
    : judgement

const unsupported = 'UNSUPPORTED_ASSET' as const

/** An account takes one currency; a bank may book another on it, which no rate of ours is for. */
function isOwnMoney(
  { jurisdictions }: Pick<RouteParts, 'jurisdictions'>,
  { jurisdiction_id: id }: AccountFacts,
  { currency, scale }: DepositRow,
): boolean {
  const place = jurisdictions.byId(id)
  return place?.currency === currency && place.currencyScale === scale
}

/** The route that was active when it was received; else the one that is now, or was changed last. */
function takenBy(
  { routes, activeThen, destinations }: RoutingRows,
  deposit: DepositRow,
): Taken | undefined {
  const route = routes.find(({ id }) => id === activeThen) ?? routes[0]
  const own = destinations
    .filter(({ route_id }) => route_id === route?.id)
    .map(({ version, external_account_id, valid_from }) => ({
      version,
      accountId: external_account_id,
      validFrom: valid_from,
    }))
  const destination = destinationAt(own, deposit.received_at)
  return route && destination && { route, destination }
}

type Case = {
  deposit: DepositRow
  account: AccountFacts
  taken: Taken | undefined
}

/** All that is known before the other end is looked at, of which the best is assumed. */
export function factsOf(
  { jurisdictions }: Pick<RouteParts, 'jurisdictions'>,
  of: {
    account: Pick<
      AccountFacts,
      'jurisdiction_id' | 'status' | 'settings' | 'arrived_today' | 'used_today' | 'is_verified'
    >
    deposit: Pick<DepositRow, 'amount' | 'scale'>
    taken: { route: Pick<RouteRow, 'status' | 'reason'> } | undefined
    labels: readonly PayinLabel[]
    returnsTo: boolean
    isDoubtful?: boolean
  },
): RoutedFacts {
  const { deposit, account, taken } = of
  const limits = limitsOf(jurisdictions.byId(account.jurisdiction_id))
  const terms = partnerTerms(account.settings)
  const minor = (units: number) => minorOf(units, deposit.scale)
  return {
    amount: deposit.amount,
    labels: of.labels,
    isDoubtful: of.isDoubtful ?? false,
    funding: {
      isActive: account.status === 'ACTIVE',
      returnsTo: of.returnsTo,
      minDeposit: minor(limits.minDeposit),
      maxDeposit: minor(limits.maxDeposit),
      dailyLimit: minor(limits.dailyLimit),
      today: account.arrived_today,
    },
    ...(taken ? { route: { status: taken.route.status, reason: taken.route.reason } } : {}),
    isPayerVerified: account.is_verified,
    isPayeeVerified: true,
    isDestinationOpen: true,
    isEatenByFees: false,
    customerLimit: '',
    partner: {
      worth: 0n,
      txnLimit: microDollars(terms.txnLimit),
      dailyLimit: microDollars(terms.dailyLimit),
      today: account.used_today,
    },
  }
}

/** The other end is checked only where everything before it passes the deposit. */
async function judge(
  tx: Tx,
  deps: RouteParts,
  { deposit, account, taken, facts }: Case & { facts: RoutedFacts },
): Promise<{ judgement: Judgement; prepared?: PreparedExecution }> {
  const first = judgeRouted(facts)
  if (first.kind !== 'FORWARD' || !taken) return { judgement: first }
  const prepared = await prepareFromDeposit(tx, deps, {
    deposit,
    fromEntityId: account.entity_id,
    fromAccountId: account.id,
    toAccountId: taken.destination.accountId,
    routeId: taken.route.id,
    destinationVersion: taken.destination.version,
    isCounted: true,
    reason: 'a pay-in route',
  })
  const judgement = judgeRouted({ ...facts, ...(await otherEnd(tx, facts, prepared)) })
  return { judgement, ...(prepared.ok ? { prepared: prepared.value } : {}) }
}

/** What the look at the destination adds to the facts. */
export async function otherEnd(
  tx: Tx,
  { partner }: RoutedFacts,
  prepared: Result<PreparedExecution, FromDepositFailure>,
): Promise<Partial<RoutedFacts>> {
  if (!prepared.ok) {
    const { code } = prepared.failure
    if (code === 'PROVIDER_UNAVAILABLE') throw new Error('there is no rate now')
    return code === 'AMOUNT_BELOW_MIN' ? { isEatenByFees: true } : { isDestinationOpen: false }
  }
  const { ends, priced } = prepared.value
  const { entity, jurisdiction } = ends.to
  const broken = brokenLimit(priced.partner, priced.customer, priced.worth)
  return {
    isPayeeVerified: await hasCapability(tx, entity.partner_id, entity.id, jurisdiction.id),
    customerLimit: broken ? `CUSTOMER_${broken}` : '',
    partner: { ...partner, worth: priced.worth },
  }
}

async function forward(
  tx: Tx,
  deps: RouteParts,
  deposit: DepositRow,
  prepared: PreparedExecution | undefined,
): Promise<TransferRow> {
  if (!prepared) throw new Error(`the deposit ${deposit.id} goes nowhere`)
  const by = byWorker(deposit.partner_id)
  const started = await startPrepared(tx, deps, by, prepared)
  await recordEvent(
    tx,
    depositEvent(started.deposit, started.transfer, {
      type: 'initiated',
      status: 'funds_received',
    }),
  )
  return started.transfer
}

async function sendBack(
  tx: Tx,
  deps: RouteParts,
  { deposit, account, taken, returnTo }: Case & { returnTo: ReturnTo | undefined },
): Promise<TransferRow> {
  if (!returnTo) throw new Error(`the deposit ${deposit.id} has no account to return to`)
  const { transfer } = await startReturn(tx, deps, byWorker(deposit.partner_id), {
    deposit,
    entityId: account.entity_id,
    accountId: account.id,
    to: returnTo,
    ...fixed(taken),
    reason: 'the return policy of the funding account',
  })
  return transfer
}

const fixed = (taken: Taken | undefined) =>
  taken ? { routeId: taken.route.id, destinationVersion: taken.destination.version } : {}

type Held = Omit<Case, 'account'> & {
  judgement: Extract<Judgement, { kind: 'HOLD' }>
  senders: Senders
}

/** Held in suspense until a person decides; published both as received and as held. */
async function hold(
  tx: Tx,
  deps: RouteParts,
  { deposit, taken, judgement, senders }: Held,
): Promise<undefined> {
  const { reason, labels, limit = '' } = judgement
  const place = await placeOfDeposit(tx, deps, deposit)
  const why = await heldFor(tx, deps, deposit, { reason, senders })
  const moved = await moveDeposit(tx, deposit, ['hold'], {
    ...why,
    held_limit: limit,
    labels,
    route_id: taken?.route.id ?? null,
    destination_version: taken?.destination.version ?? null,
  })
  const came = { ...moved, status: deposit.status, held_reason: '' as const }
  await Promise.all([
    postGroup(tx, {
      partnerId: deposit.partner_id,
      transferId: deposit.id,
      step: 'deposit_received',
      legs: strayDepositLegs({ ...sumOfDeposit(deposit), place, depositId: deposit.id }),
    }),
    recordEvent(
      tx,
      depositEvent(came, undefined, {
        type: 'initiated',
        status: 'funds_received',
        previousStatus: '',
      }),
    ),
    recordEvent(
      tx,
      depositEvent(moved, undefined, {
        type: 'action_required',
        status: 'held',
        previousStatus: deposit.status,
      }),
    ),
  ])
  return undefined
}
