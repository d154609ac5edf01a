import type { transfers, InputOf } from '@corridor/contract'
import { executionId, formatId, fromWire, parseId, toText } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import type { LockedTransfer, TransferRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Asked, AskedOf } from '../../records/approvals/asked.ts'
import { dollarsOf } from '../../records/approvals/dollars.ts'
import { payeeOf } from '../../records/approvals/payees.ts'
import { handOver, lock } from '../../records/transfers/lookup.ts'
import { type Party, partyOf } from '../../records/transfers/parties.ts'
import { isRefundFailed } from '../../records/transfers/review.ts'
import { mayResolve } from './funding/resolve.ts'
import { heldFor } from './funding/payee-decision.ts'
import { refundFacts as keptRefund } from './refunds/origins.ts'
import { findRefundClaim, refundable } from './refunds/store.ts'

type Parts = Pick<Deps, 'rates' | 'jurisdictions'>
type Body<N extends keyof typeof transfers> = Pick<InputOf<(typeof transfers)[N]>, 'body'>

/** What executing, retrying, refunding and resolving would do, for the partner's policy. */
export const transferFacts = (deps: Parts) => ({
  'transfers.execute': executeFacts(deps),
  'transfers.retry': retryFacts(deps),
  'transfers.refund': refundFacts(deps),
  'transfers.resolve': resolveFacts(deps),
})

/** Between wallets the wallet's own policy decides, in the signer. */
const executeFacts =
  (deps: Parts): AskedOf<Body<'execute'>> =>
  async (tx, { body }, caller) => {
    const held = await lock(tx, caller, body.executionId)
    if (held) handOver(tx, held)
    if (!held || held.kind !== 'ordinary') return undefined
    return paymentOf(tx, deps, held, { kind: 'execute', accountId: held.to_account_id })
  }

/** To the same account it is the payment that was agreed to. */
const retryFacts =
  (deps: Parts): AskedOf<Body<'retry'>> =>
  async (tx, { body }, caller) => {
    const held = await lock(tx, caller, body.executionId)
    const accountId = parseId('acc', body.toAccountId ?? '')
    if (!held || !accountId || accountId === held.to_account_id) return undefined
    return paymentOf(tx, deps, held, { kind: 'retry', accountId })
  }

const refundFacts =
  (deps: Parts): AskedOf<Body<'refund'>> =>
  async (tx, { body }, caller) => {
    const held = await lock(tx, caller, body.executionId)
    if (!held || (await isRepeated(tx, held, body.refundId))) return undefined
    const minor = await refundedOf(tx, held, body.amount)
    if (minor === undefined) return undefined
    return refundAsked(tx, deps, caller, held, { minor, target: body.target })
  }

/**
 * The quote was agreed to when it was executed: more than that, what goes back, and a payee whose bank
 * has another name, is asked anew.
 */
const resolveFacts =
  (deps: Parts): AskedOf<Pick<InputOf<typeof transfers.resolve>, 'params' | 'body'>> =>
  async (tx, { params, body }, caller) => {
    const { action } = body
    const held = await lock(tx, caller, params.executionId)
    if (!held || action === 'PAY_QUOTED' || !mayResolve(held, action)) return undefined
    if (action === 'PAY_AS_IS') return asIsAsked(tx, deps, caller, held)
    const { received } = held
    if (action === 'RETURN')
      return refundAsked(tx, deps, caller, held, { minor: received, target: undefined })
    if (received <= held.amount_in) return undefined
    const more = { ...held, amount_in: received }
    return paymentOf(tx, deps, more, { kind: 'execute', accountId: held.to_account_id })
  }

/** What is held for a name is paid in spite of what its payee's bank answered. */
async function asIsAsked(
  tx: Tx,
  deps: Parts,
  caller: Caller,
  held: LockedTransfer,
): Promise<Asked> {
  const { accountId } = keptRefund(held)
  const target = accountId === undefined ? undefined : formatId('acc', accountId)
  const asked = isRefundFailed(held)
    ? await refundAsked(tx, deps, caller, held, { minor: held.received, target })
    : await paymentOf(tx, deps, held, { kind: 'execute', accountId: held.to_account_id })
  const answers = (await heldFor(tx, held)).map(({ outcome }) => outcome).join(', ')
  const summary = `${asked.summary} Their bank did not confirm the name: ${answers}.`
  return { ...asked, summary, bound: { ...asked.bound, answers } }
}

/** A payment of an execution's own amount to one account. */
export async function paymentOf(
  tx: Tx,
  deps: Parts,
  held: LockedTransfer,
  { kind, accountId }: { kind: 'execute' | 'retry'; accountId: string },
): Promise<Asked> {
  const payee = await payeeOf(tx, held.partner_id, accountId, partyOf(held, 'to').fullName)
  const value = toText(held.amount_in, held.scale_in)
  const verb = kind === 'execute' ? 'Pay' : 'Pay again, to another account,'
  const to = formatId('acc', accountId)
  return {
    ...aboutOf(deps, held),
    summary: `${verb} ${value} ${held.currency_in} to ${payee.name}.`,
    amount: { value, currency: held.currency_in },
    ...dollarsOf(deps.rates, moneyIn(held, held.amount_in), held.read_at),
    payee,
    destination: to,
    destinations: destinationsOf(held, to, kind === 'execute' ? partyOf(held, 'to') : undefined),
    bound: { kind, amount: value, currency: held.currency_in, payee: payee.id, account: to },
  }
}

/** Money that goes back: to where it came from, or to an account that is named. */
async function refundAsked(
  tx: Tx,
  deps: Parts,
  { partnerId }: Caller,
  held: LockedTransfer,
  { minor, target }: { minor: bigint; target: string | undefined },
): Promise<Asked> {
  const accountId = parseId('acc', target ?? '')
  const payer = partyOf(held, held.refund_of === null ? 'from' : 'to').fullName
  const named = accountId === undefined ? undefined : await payeeOf(tx, partnerId, accountId, payer)
  const origin = { id: `origin:${held.from_account_id}`, name: payer, addedAt: new Date(0) }
  const payee = named ?? origin
  const value = toText(minor, held.scale_in)
  const destination = named && target !== undefined ? target : 'where it came from'
  return {
    ...aboutOf(deps, held),
    summary: `Refund ${value} ${held.currency_in} to ${payer}, ${destination}.`,
    amount: { value, currency: held.currency_in },
    ...dollarsOf(deps.rates, moneyIn(held, minor), held.read_at),
    payee,
    destination,
    destinations: named && target !== undefined ? [target] : [],
    bound: {
      kind: 'refund',
      amount: value,
      currency: held.currency_in,
      payee: payee.id,
      destination,
    },
  }
}

const moneyIn = (held: TransferRow, minor: bigint) => ({
  minor,
  currency: held.currency_in,
  scale: held.scale_in,
})

function aboutOf({ jurisdictions }: Parts, held: TransferRow) {
  const countries = [held.jurisdiction_in, held.jurisdiction_out].map(
    (id) => jurisdictions.byId(id)?.countryCode ?? '*',
  )
  return {
    subject: { kind: 'transfer', id: executionId(held) },
    corridor: countries.join('>'),
    asset: held.currency_in,
    direction: held.direction,
    transferId: held.id,
    from: { account: held.from_account_id },
  }
}

const destinationsOf = (held: TransferRow, account: string, party: Party | undefined): string[] => [
  account,
  ...(party?.wallet ? [party.wallet.walletAddress] : []),
  formatId('ent', held.to_entity_id),
]

/** Sent again under the same name it does nothing. */
const isRepeated = async (tx: Tx, held: LockedTransfer, refundId: string | undefined) =>
  refundId !== undefined && (await findRefundClaim(tx, held, refundId)) !== undefined

/** What would go back; undefined where the operation refuses the amount itself. */
async function refundedOf(tx: Tx, held: LockedTransfer, requested: number | undefined) {
  if (requested !== undefined) {
    const amount = fromWire(requested, held.currency_in, held.scale_in)
    return amount.ok ? amount.value.minor : undefined
  }
  const isOwn = held.status === 'FAILED' || isRefundFailed(held)
  return isOwn ? held.received : refundable(tx, held)
}
