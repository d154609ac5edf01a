import { bankInSteps, chainInSteps, formatId, executionId, customerName } from '@corridor/domain'
import { sql } from 'kysely'
import { sendTogether } from '../../../db/send-together.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { maskNumber } from '../../accounts/external/secrets.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { findEntity } from '../../entities/store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { depositEvent } from '../../../records/deposits/event.ts'
import { transferEvent } from '../../../records/transfers/event.ts'
import { postFromDeposit, type Started } from '../../transfers/funding/from-deposit.ts'
import { beginRefund, type RefundParts } from '../../transfers/refunds/refund.ts'
import * as store from '../../../records/transfers/store.ts'
import { moveDeposit } from '../../../records/deposits/transition.ts'
import { type ReturnTo, senderOf } from '../../deposits/return-target.ts'
import type { NewTransfer, EntityRow, DepositRow } from '../../../db/schema/rows.ts'

export type ReturnParts = RefundParts & Pick<Deps, 'ids'>

export type Returning = {
  /** Just inserted (RECEIVED), or held in suspense (HELD) without an execution; locked. */
  deposit: DepositRow
  /** Whose money it is: the customer, and its account that it came in on. */
  entityId: string
  accountId: string
  to: ReturnTo
  routeId?: string
  destinationVersion?: number
  reason: string
}

/**
 * Sends a deposit back by an execution of its own, which begins at REFUNDING and has the deposit's id
 * as its transaction id; all of it goes back, without fees. A worker goes on with it after the commit.
 */
export async function startReturn(
  tx: Tx,
  deps: ReturnParts,
  by: AuditedBy,
  order: Returning,
): Promise<Started> {
  const { deposit } = order
  const owner = await findEntity(tx, deposit.partner_id, order.entityId)
  if (!owner) throw new Error(`the deposit ${deposit.id} belongs to nobody`)
  const id = deps.ids.uuid()
  const transactionId = formatId('dep', deposit.id)
  const holder = await store.claimTransactionId(tx, deposit.partner_id, transactionId, id)
  if (holder !== id) throw new Error(`the deposit ${deposit.id} has an execution already`)
  const account = await shown(tx, deposit.partner_id, order.to)
  const values = rowOf(deps, order, { id, transactionId, owner, account, at: await now(tx) })
  const { transfer, moved } = await sendTogether({
    transfer: tx.insertInto('transfer').values(values).returningAll().executeTakeFirstOrThrow(),
    steps: insertSteps(tx, deposit, id),
    postings: postFromDeposit(tx, deps, deposit, id),
    moved: moveDeposit(tx, deposit, deposit.status === 'HELD' ? ['return'] : ['hold', 'return'], {
      transfer_id: id,
      ...(deposit.route_id === null && order.destinationVersion !== undefined
        ? { route_id: order.routeId ?? null, destination_version: order.destinationVersion }
        : {}),
    }),
  })
  await beginRefund(tx, deps, transfer)
  await recordEvent(tx, transferEvent(transfer, '', 'initiated'))
  if (deposit.status === 'RECEIVED')
    await recordEvent(
      tx,
      depositEvent(moved, transfer, { type: 'initiated', status: 'funds_received' }),
    )
  await recordEvent(
    tx,
    depositEvent(moved, transfer, { type: 'transitioned', status: 'refund_in_flight' }),
  )
  await recordAudit(tx, by, {
    action: 'transfer.return',
    object: { kind: 'transfer', id: executionId(transfer) },
    after: { status: transfer.status, depositId: transactionId },
    reason: order.reason,
  })
  return { transfer, deposit: moved }
}

/** The money is here; what comes next is the way back. */
async function insertSteps(tx: Tx, deposit: DepositRow, transferId: string): Promise<void> {
  const steps = deposit.source === 'CHAIN' ? chainInSteps : bankInSteps
  const names = steps.filter((name) => name.startsWith('deposit_'))
  await sql`
    insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt, reference)
    select ${deposit.partner_id}, ${transferId}, n.place - 1, n.name, 'completed', service_now(),
      service_now(), 1, ${deposit.hash ?? deposit.bank_entry ?? ''}
    from unnest(${names}::text[]) with ordinality as n (name, place)`.execute(tx)
}

type Made = { id: string; transactionId: string; owner: EntityRow; account: object; at: Date }

function rowOf(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  { deposit, entityId, accountId, to, routeId }: Returning,
  { id, transactionId, owner, account, at }: Made,
): NewTransfer {
  const { amount, currency, scale, jurisdiction_id } = deposit
  const jurisdiction = jurisdictions.byId(jurisdiction_id)
  const route = deposit.route_id ?? routeId ?? null
  const name = customerName(owner)
  const payee = to.beneficiary === null ? name : senderOf(deposit).name
  const party = (fullName: string) => ({
    fullName,
    email: owner.email,
    jurisdiction: jurisdiction?.name ?? '',
    nickname: '',
  })
  return {
    partner_id: deposit.partner_id,
    id,
    kind: 'ordinary',
    transaction_id: transactionId,
    direction: deposit.source === 'BANK' ? 'FIAT_TO_FIAT' : 'CRYPTO_TO_CRYPTO',
    status: 'REFUNDING',
    event_status: 'refund_in_flight',
    from_entity_id: entityId,
    from_account_id: accountId,
    to_entity_id: entityId,
    to_account_id: to.accountId ?? accountId,
    from_party: JSON.stringify(party(name)),
    to_party: JSON.stringify({ ...party(payee), email: '', ...account }),
    jurisdiction_in: jurisdiction_id,
    jurisdiction_out: jurisdiction_id,
    currency_in: currency,
    scale_in: scale,
    amount_in: amount,
    currency_out: currency,
    scale_out: scale,
    amount_out: amount,
    received: amount,
    rate: '1',
    partner_fees: 0n,
    svc_fees: 0n,
    tx_fees: 0n,
    request_hash: Buffer.alloc(0),
    valid_until: at,
    funding_account_id: deposit.funding_account_id,
    deposit_id: deposit.id,
    route_id: route,
    transaction_hash: deposit.hash,
    chain_id: deposit.chain_id,
    refund: JSON.stringify({ to }),
    created_at: at,
    updated_at: at,
    started_at: at,
    version: 1,
    search_text: [transactionId, formatId('exec', id), name, payee].join(' ').toLowerCase(),
  }
}

/** The payee's account as records show it, of which nobody may read more than its end. */
async function shown(
  tx: Tx,
  partnerId: string,
  { accountId, address, beneficiary }: ReturnTo,
): Promise<object> {
  if (address !== '') return { wallet: { walletAddress: address } }
  const known = accountId === null ? undefined : await findAccount(tx, partnerId, accountId)
  // Numbers on record are masked where they are stored.
  if (known) return { account: known.account }
  const members = Object.entries(beneficiary?.account ?? {})
  return { account: Object.fromEntries(members.map(([key, value]) => [key, maskNumber(value)])) }
}
