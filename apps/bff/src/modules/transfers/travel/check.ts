import { createHash } from 'node:crypto'
import { customerNames, type ExecutionFailureCode, formatId, railName } from '@corridor/domain'
import { type Ivms101, ivms101Of, type TravelPerson } from '@corridor/domain/ivms101'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { isCleared } from '../../../records/transfers/review.ts'
import { lockTransfer } from '../../../records/transfers/store.ts'
import type { StepOutcome } from '../../../records/transfers/steps/step.ts'
import { StaleClaim } from '../../../records/transfers/steps/store.ts'
import { readParties, type TransferParties } from '../payouts/parties-store.ts'
import { travelRuleOf } from '../payouts/travel-rule.ts'
import * as store from './store.ts'

export type TravelParts = Pick<
  Deps,
  'config' | 'db' | 'faults' | 'ids' | 'jurisdictions' | 'kek' | 'travelRule'
>

export const refusedCode = 'BENEFICIARY_PROVIDER_REFUSED'
export const silentCode = 'BENEFICIARY_PROVIDER_SILENT'

/** A provider that cannot be reached is asked again so soon, and an answer looked for anyway. */
const againMs = 5_000
const lookMs = 30_000

export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest()

const placeOf = ({ partner_id, id }: Pick<PayoutRow, 'partner_id' | 'id'>) =>
  `travel_message.sealed_payload:${partner_id}:${id}`

/** What is sealed: the message, and the token by which it is answered. */
type Sealed = { payload: Ivms101; token: string }

/**
 * Announces a large payout on a chain to the payee's provider before it is sent, once for each order,
 * and says what keeps it from being sent; nothing where all is well (people.md 2.12). Money that goes
 * back goes where it came from.
 */
export function createTravelCheck(deps: TravelParts) {
  return async (order: PayoutRow, transfer: TransferRow): Promise<StepOutcome | undefined> => {
    if (order.kind !== 'CHAIN' || order.travel_rule === null || transfer.refund_of !== null)
      return undefined
    const found = await messageOf(order, transfer)
    const message = await announced(order, found)
    if (message.state !== 'WAITING') return outcomeOf(message, transfer, order)
    const leftMs = (message.due_at?.getTime() ?? 0) - message.read_at.getTime()
    if (leftMs > 0) return waitingFor(message, leftMs)
    const ended = await written(order, async (tx) => {
      await store.endUnanswered(tx, order)
      return mustFind(tx, order)
    })
    return outcomeOf(ended, transfer, order)
  }

  async function messageOf(order: PayoutRow, transfer: TransferRow) {
    const known = await deps.db.readingAll((tx) => store.findMessage(tx, order))
    if (known) return known
    const { chainId = '' } = deps.jurisdictions.tokenById(order.jurisdiction_id) ?? {}
    return written(order, async (tx) => {
      const wallet = await store.readPayeeWallet(tx, order, chainId)
      const keeper = ownerOf(wallet)
      if (keeper === undefined) await insert(tx, order, transfer, wallet.provider)
      else await store.insertSelfHosted(tx, order, keeper)
      return mustFind(tx, order)
    })
  }

  async function insert(tx: Tx, order: PayoutRow, transfer: TransferRow, provider: string) {
    const parties = await readParties(tx, { ...transfer, to_account_id: order.account_id ?? '' })
    const { TRAVEL_RULE_NAME: name, TRAVEL_RULE_LEI: lei } = deps.config
    const payload = ivms101Of({
      ...personsOf(deps, transfer, order, parties),
      from: { name, lei },
      ...(provider === '' ? {} : { to: { name: provider } }),
    })
    const token = deps.ids.secret()
    const sealed: Sealed = { payload, token }
    await store.insertMessage(tx, order, {
      counterparty: provider,
      sealed: Buffer.from(deps.kek.seal(placeOf(order), Buffer.from(JSON.stringify(sealed)))),
      tokenHash: tokenHashOf(token),
      waitSeconds: deps.travelRule.isOpen ? deps.config.TRAVEL_RULE_ANSWER_MINUTES * 60 : 0,
    })
  }

  /** The message after it was sent; as it is where it was sent before, or cannot be now. */
  async function announced(order: PayoutRow, message: store.TravelMessage) {
    const { state, sent_at: sentAt, sealed_payload: sealed } = message
    if (state !== 'WAITING' || sentAt !== null || sealed === null) return message
    if (!deps.travelRule.isOpen) return message
    const opened = deps.kek.open(placeOf(order), sealed)
    const { payload, token } = JSON.parse(Buffer.from(opened).toString('utf8')) as Sealed
    const asset = deps.jurisdictions.tokenById(order.jurisdiction_id)
    const sent = await deps.travelRule.send({
      partnerId: order.partner_id,
      id: order.id,
      payload,
      asset: {
        caip19: `eip155:${asset?.chainId ?? ''}/erc20:${asset?.tokenAddress ?? ''}`,
        symbol: order.currency,
      },
      minor: order.amount,
      address: order.address ?? '',
      callbackUrl: `${deps.config.BASE_URL}/travel-rule/answer/${token}`,
    })
    if (!sent.ok) return message
    await deps.faults.reach('travel_message', 'after_effect')
    const { verdict, counterparty } = sent.value
    return written(order, async (tx) => {
      await store.markSent(tx, order, counterparty)
      if (verdict) await store.setVerdict(tx, order, verdict)
      return mustFind(tx, order)
    })
  }

  function outcomeOf(
    message: store.TravelMessage,
    transfer: TransferRow,
    order: PayoutRow,
  ): StepOutcome | undefined {
    const code = stopOf(message)
    if (!code || isReleased(message, transfer, code)) return undefined
    if (code === silentCode && deps.config.TRAVEL_RULE_UNANSWERED === 'pay') return undefined
    const write = async (tx: Tx) => {
      // Whoever took another answer meanwhile has the transfer looked at again.
      if (stopOf(await store.markHeld(tx, order)) !== code) throw new StaleClaim()
    }
    return { kind: 'review', code, write }
  }

  /** The transfer is locked first, as by whoever closes its steps or answers for the provider. */
  function written<T>(order: PayoutRow, work: (tx: Tx) => Promise<T>): Promise<T> {
    return deps.db.asWorker(async (tx) => {
      await lockTransfer(tx, order.partner_id, order.transfer_id)
      return work(tx)
    })
  }
}

async function mustFind(tx: Tx, order: PayoutRow): Promise<store.TravelMessage> {
  const found = await store.findMessage(tx, order)
  if (!found) throw new Error(`the order ${order.id} has no message`)
  return found
}

/** Why nobody is asked about a wallet; nothing where a provider may keep it. */
function ownerOf({ isProved, isOurs, provider }: store.PayeeWallet): string | undefined {
  if (isOurs) return 'The wallet was made here.'
  return isProved && provider === '' ? 'The customer proved that the wallet is theirs.' : undefined
}

const stops: Partial<Record<store.TravelMessage['state'], ExecutionFailureCode>> = {
  REJECTED: refusedCode,
  UNANSWERED: silentCode,
}
/** What a provider says after the time counts as well, as long as the order has not left. */
const stopOf = ({ state, late_state: late }: Answered) =>
  stops[state === 'UNANSWERED' ? (late ?? state) : state]
type Answered = Pick<store.TravelMessage, 'state' | 'late_state'>

/** Whoever decided about an order that nobody answered knew of each refusal until then. */
const isReleased = (
  { held_at, state }: store.TravelMessage,
  transfer: TransferRow,
  code: ExecutionFailureCode,
): boolean =>
  held_at !== null &&
  (isCleared(transfer, code) || (state === 'UNANSWERED' && isCleared(transfer, silentCode)))

const waitingFor = ({ sent_at }: store.TravelMessage, leftMs: number): StepOutcome => ({
  kind: 'waiting',
  reason:
    sent_at === null
      ? 'The payee’s wallet provider cannot be reached.'
      : 'Waiting for the payee’s wallet provider to accept the payment.',
  expectedInSeconds: leftMs / 1_000,
  isDeadline: true,
  againInMs: Math.min(leftMs, sent_at === null ? againMs : lookMs),
})

type Customer = TransferParties['customers'][number]

function personsOf(
  places: Pick<Deps, 'jurisdictions'>,
  transfer: TransferRow,
  order: PayoutRow,
  parties: TransferParties,
): { originator: TravelPerson; beneficiary: TravelPerson } {
  const rule = travelRuleOf(places, { ...transfer, to_account_id: order.account_id ?? '' }, parties)
  const payer = parties.customers.find(({ id }) => id === transfer.from_entity_id)
  const payee = parties.customers.find(({ id }) => id === transfer.to_entity_id)
  const account = parties.accounts.find(({ id }) => id === order.account_id)
  const isOwn = account?.ownership === 'SELF'
  const holder = { name: account?.name ?? '', latinName: account?.latinName ?? '' }
  return {
    originator: { ...payerOf(payer, rule.originator.name), ...known(rule.originator) },
    beneficiary: {
      ...(isOwn || railName(holder) === ''
        ? ofCustomer(payee)
        : { isBusiness: account?.holderType === 'business', name: holder, customerId: '' }),
      ...known({ ...rule.beneficiary, account: order.address ?? '' }),
    },
  }
}

/** Of somebody else than the customer nothing but the name is known. */
function payerOf(customer: Customer | undefined, name: string) {
  const isOwn = customer !== undefined && railName(customerNames(customer)) === name
  return isOwn ? ofCustomer(customer) : { ...ofCustomer(undefined), name: { name } }
}

function ofCustomer(customer: Customer | undefined) {
  const isBusiness = customer?.type === 'business'
  return {
    isBusiness,
    name: customer ? customerNames(customer) : { name: '' },
    customerId: customer ? formatId('ent', customer.id) : '',
    ...(customer && !isBusiness
      ? { parts: { firstName: customer.first_name, lastName: customer.last_name } }
      : {}),
  }
}

const known = ({
  account,
  country,
  lei = '',
  postal,
}: Pick<TravelPerson, 'account' | 'country' | 'postal'> & { lei?: string }) => ({
  account,
  country,
  lei,
  ...(postal ? { postal } : {}),
})
