import {
  customerNames,
  type Destination,
  destinationAt,
  type Judgement,
  isSameName,
  judgeRouted,
  namesOf,
  type PayinLabel,
  type RoutedFacts,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import { limitsOf } from '../../accounts/funding/view.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import { minorOf } from '../../transfers/quotes/amounts.ts'
import {
  type FromDepositParts,
  type PreparedExecution,
  prepareFromDeposit,
} from '../../transfers/funding/prepare-deposit.ts'
import { microDollars, partnerTerms } from '../../../records/partners/terms.ts'
import { payerOf } from '../../../records/deposits/sender.ts'
import { brokenLimit } from '../../../records/transfers/customer-limit.ts'
import { isListed } from '../../screening/deposits.ts'
import type { Senders } from '../../screening/senders.ts'
import { takeOthers } from '../../deposits/payers.ts'
import { isOwnWallet } from '../../accounts/external/store.ts'
import { byPolicy, type ReturnTo } from '../../deposits/return-target.ts'
import type { Returning } from './return-deposit.ts'
import { type AccountFacts, readRouting, routedAt, type RoutingRows } from './facts-store.ts'
import type { DepositRow, RouteRow } from '../../../db/schema/rows.ts'

/** The route that takes a deposit, and where it goes; fixed when the deposit is received. */
export type Taken = { route: RouteRow; destination: Destination }

/** What is known of a deposit before its route is looked at. */
export type Arrived = {
  deposit: DepositRow
  /** What its rail found. */
  known: readonly PayinLabel[]
  isDoubtful: boolean
  senders: Senders
}

/** What becomes of a deposit on a funding account, with all that carries it out. */
export type Judged = {
  judgement: Judgement
  taken: Taken | undefined
  /** The execution that forwards it; absent where none can, or where nothing prices it now. */
  forwarding?: PreparedExecution | undefined
  /** Where the return policy of its account sends it. */
  returning?: Returning | undefined
}

/** Reads all that decides about a deposit on a funding account, and judges it once; writes nothing. */
export async function judgeArrived(
  tx: Tx,
  deps: FromDepositParts,
  { deposit, known, isDoubtful, senders }: Arrived,
): Promise<Judged> {
  const rows = await readRouting(tx, deposit)
  const { account } = rows
  const taken = takenBy(rows, deposit)
  // Its money is kept all the same.
  if (!account)
    return { judgement: { kind: 'HOLD', reason: 'NO_ROUTE', labels: [...known] }, taken }
  const labels = isOwnMoney(deps, account, deposit) ? known : [...known, unsupported]
  const isActive = account.status === 'ACTIVE'
  // A listed sender's money does not go back by itself. What goes on is looked at with its transfer.
  const isKept = isListed(deposit, senders) || isActive
  const to = isKept ? undefined : await byPolicy(tx, account, deposit)
  const returning = to && returningOf(deposit, account, { taken, to })
  const returnsTo = returning !== undefined
  const facts = factsOf(deps, { deposit, account, taken, labels, returnsTo, isDoubtful })
  // Where the account or the route is off, the other end does not matter.
  const isOn = isActive && taken?.route.status === 'active'
  const { forwarding, ...end }: OtherEnd = isOn
    ? await readOtherEnd(tx, deps, { deposit, account, taken, facts })
    : {}
  const judgement = judgeRouted({ ...facts, ...end })
  const isHeld =
    judgement.kind === 'FORWARD' &&
    forwarding &&
    (await isHeldForPayer(tx, deps, deposit, forwarding))
  return {
    judgement: isHeld
      ? { kind: 'HOLD', reason: 'PAYER_NOT_ALLOWED', labels: [...labels] }
      : judgement,
    taken,
    forwarding,
    returning,
  }
}

const usualUnits = 1_000

/**
 * Whether somebody sent it who may not pay the account, beyond small sums. A wallet has no name: its
 * address is compared with the customer's own. Whom nothing names is one sender.
 */
export async function isHeldForPayer(
  tx: Tx,
  { config }: Pick<FromDepositParts, 'config'>,
  deposit: DepositRow,
  { order, ends, priced }: PreparedExecution,
): Promise<boolean> {
  const { name, account: address } = payerOf(deposit)
  const own = namesOf(customerNames(ends.from.entity))
  if (name !== '' && own.some((item) => isSameName(item, name))) return false
  const { fromEntityId: entityId } = order
  const isOnChain = deposit.source === 'CHAIN'
  // Tokens that were just made come from nobody.
  const isUnknown = isOnChain && /^(0x0{40})?$/.test(address)
  const isByWallet = name === '' && isOnChain && !isUnknown
  if (isByWallet && (await isOwnWallet(tx, { ...ends.from.entity, address }))) return false
  const { funding_account_id: fundingAccountId } = deposit
  const { worth } = priced
  const isUsual = deposit.amount <= minorOf(usualUnits, deposit.scale)
  const route = { isUsual, isUnknown, isSandbox: config.ENVIRONMENT === 'sandbox' }
  const money = { deposit, entityId, fundingAccountId, worth, route }
  return (await takeOthers(tx, money)) === 'HELD'
}

const returningOf = (
  deposit: DepositRow,
  account: AccountFacts,
  { taken, to }: { taken: Taken | undefined; to: ReturnTo },
): Returning => ({
  deposit,
  entityId: account.entity_id,
  accountId: account.id,
  to,
  ...(taken && { routeId: taken.route.id, destinationVersion: taken.destination.version }),
  reason: 'the return policy of the funding account',
})

const unsupported = 'UNSUPPORTED_ASSET' as const

/** An account takes one currency; a bank may book another on it, which no rate of ours is for. */
function isOwnMoney(
  { jurisdictions }: Pick<FromDepositParts, 'jurisdictions'>,
  { jurisdiction_id: id }: AccountFacts,
  { currency, scale }: DepositRow,
): boolean {
  const place = jurisdictions.byId(id)
  return place?.currency === currency && place.currencyScale === scale
}

/** The route that was active when it was received; else the one that is now, or was changed last. */
function takenBy({ routes, activeThen, destinations }: RoutingRows, deposit: DepositRow) {
  const route = routes.find(({ id }) => id === activeThen) ?? routes[0]
  const own = destinations
    .filter(({ route_id }) => route_id === route?.id)
    .map(({ version, external_account_id, valid_from }) => ({
      version,
      accountId: external_account_id,
      validFrom: valid_from,
    }))
  const destination = destinationAt(own, routedAt(deposit))
  return route && destination && { route, destination }
}

/** All that is known where the other end is not looked at, of which the best is assumed. */
export function factsOf(
  { jurisdictions }: Pick<FromDepositParts, 'jurisdictions'>,
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

type OtherEnd = Partial<RoutedFacts> & { forwarding?: PreparedExecution }

/** The other end of its route, and the execution that would lead there. */
async function readOtherEnd(
  tx: Tx,
  deps: FromDepositParts,
  {
    deposit,
    account,
    taken: { route, destination },
    facts: { partner },
  }: { deposit: DepositRow; account: AccountFacts; taken: Taken; facts: RoutedFacts },
): Promise<OtherEnd> {
  const prepared = await prepareFromDeposit(tx, deps, {
    deposit,
    fromEntityId: account.entity_id,
    fromAccountId: account.id,
    toAccountId: destination.accountId,
    routeId: route.id,
    destinationVersion: destination.version,
    isCounted: true,
    reason: 'a pay-in route',
  })
  if (!prepared.ok) {
    const { code } = prepared.failure
    if (code === 'PROVIDER_UNAVAILABLE') return {}
    return code === 'AMOUNT_BELOW_MIN' ? { isEatenByFees: true } : { isDestinationOpen: false }
  }
  const { ends, priced } = prepared.value
  const { entity, jurisdiction } = ends.to
  const broken = brokenLimit(priced.partner, priced.customer, priced.worth)
  return {
    forwarding: prepared.value,
    isPayeeVerified: await hasCapability(tx, entity.partner_id, entity.id, jurisdiction.id),
    customerLimit: broken ? `CUSTOMER_${broken}` : '',
    partner: { ...partner, worth: priced.worth },
  }
}
