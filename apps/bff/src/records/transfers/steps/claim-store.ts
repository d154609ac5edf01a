import { statesWhere, transferStates } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { inPlace } from '../../../db/record-keys.ts'
import { batchedCall } from '../../../db/batch.ts'
import { type ChainTransactionRow, type Claim, isOpen, type StepRow } from './store.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import { listOf } from '../../../db/lists.ts'

type Key = { partnerId: string; transferId: string }
type Claimed = TransferRow & { wallet_id: string | null; steps: StepRow[] }

/** Claims an open transfer: raises the fence and reads all that its steps need. */
export async function claimTransfer(tx: Tx, key: Key): Promise<Claim | undefined> {
  const [claimed, rows, payouts] = await Promise.all([
    raiseFence(tx, key),
    readTransactions(tx, key),
    readPayouts(tx, key),
  ])
  if (!claimed) return undefined
  const { steps, wallet_id: walletId, ...transfer } = claimed
  const current = steps.find(isOpen)
  if (current && current.status !== 'in_progress') await resumeStep(tx, transfer, current.name)
  return {
    transfer,
    walletId,
    steps,
    transactions: rows.filter((row) => row.payload === null),
    ahead: rows.flatMap(({ payload }) => (payload === null ? [] : [{ payload }])),
    payouts,
  }
}

/** The wallet whose address signs a transfer, as an expression beside its row. */
const walletOfTransfer = sql<string | null>`(
  select a.wallet_id from wallet_account a
  where transfer.kind = 'wallet' and a.partner_id = transfer.partner_id
    and a.chain_id = transfer.chain_id and lower(a.address) = lower(transfer.wallet_address)
  limit 1)`.as('wallet_id')

const partnersOf = (keys: readonly Key[]) => keys.map(({ partnerId }) => partnerId)
const idsOf = (keys: readonly Key[]) => keys.map(({ transferId }) => transferId)
const given = (keys: readonly Key[]) => sql`unnest(${partnersOf(keys)}::uuid[],
  ${idsOf(keys)}::uuid[]) with ordinality as g (partner, id, nth)`

/** The wallet that signs a transfer. */
export const walletIdOf = batchedCall<Key, string | null>(async (tx, keys) => {
  const { rows } = await sql<{ place: number; wallet_id: string | null }>`
    select g.nth::int - 1 as place, ${walletOfTransfer} from ${given(keys)}
    join transfer on transfer.partner_id = g.partner and transfer.id = g.id`.execute(tx)
  return inPlace(keys, rows).map((row) => row?.wallet_id ?? null)
})

const worked = listOf(statesWhere(transferStates, ({ isWorked }) => isWorked))

const raiseFence = batchedCall<Key, Claimed | undefined>(async (tx, keys) => {
  const { rows } = await sql<Claimed & { place: number }>`
    with held as (
      -- Their states come afterwards: by an index of these all that are open would be read.
      select t.partner_id, t.id, t.status, g.nth::int - 1 as place from ${given(keys)}
      join transfer t on t.partner_id = g.partner and t.id = g.id
      order by t.id for update of t
    )
    update transfer set fence = transfer.fence + 1
    from held where transfer.partner_id = held.partner_id and transfer.id = held.id
      and held.status in ${worked}
    returning transfer.*, held.place, ${walletOfTransfer},
      (select json_agg(json_build_object(
          'name', s.name, 'status', s.status, 'attempt', s.attempt) order by s.ordinal)
        from transfer_step s
        where s.partner_id = transfer.partner_id and s.transfer_id = transfer.id) as steps`.execute(
    tx,
  )
  return inPlace(keys, rows)
})

const resumeStep = (tx: Tx, transfer: TransferRow, name: string) =>
  tx
    .updateTable('transfer_step')
    .set({
      status: 'in_progress',
      started_at: sql<Date>`coalesce(started_at, ${serviceNow})`,
    })
    .where((eb) => eb.and({ partner_id: transfer.partner_id, transfer_id: transfer.id, name }))
    .execute()

const readPayouts = batchedCall<Key, PayoutRow[]>(async (tx, keys) => {
  const { rows } = await sql<PayoutRow & { place: number }>`
    select p.*, g.nth::int - 1 as place from ${given(keys)}
    join payout p on p.partner_id = g.partner and p.transfer_id = g.id
    order by p.created_at, p.attempt`.execute(tx)
  return grouped(keys, rows)
})

type Found = ChainTransactionRow & { payload: string | null }

/**
 * The transfer's own transactions, and the payloads of those of its wallet that come before. Who has
 * claimed a transfer may send its signed bytes, and may die before saying so: from here on they count
 * as maybe sent, while this claim still reads what was known before.
 */
const readTransactions = batchedCall<Key, Found[]>(async (tx, keys) => {
  const { rows } = await sql<Found & { place: number }>`
    with given as materialized (
      select g.nth::int - 1 as place, t.id, t.kind, t.status, t.chain_id, t.nonce,
        lower(t.wallet_address) as sender
      from ${given(keys)} join transfer t on t.partner_id = g.partner and t.id = g.id
    ), marked as (
      update chain_transaction c set maybe_sent = true from given g
      where g.kind = 'wallet' and g.status = 'PROCESSING'
        and c.transfer_id = g.id and c.purpose = 'user' and not c.maybe_sent
    )
    select g.place, c.chain_id, c.hash, c.purpose, c.status, c.raw, c.value, c.maybe_sent,
      null::text as payload
    from given g join chain_transaction c on c.transfer_id = g.id
    union all
    select g.place, c.chain_id, c.hash, c.purpose, c.status, c.raw, c.value, c.maybe_sent, t.payload
    from given g
    join chain_transaction c on c.chain_id = g.chain_id and c.sender = g.sender
      and c.nonce < g.nonce and c.status in ('SIGNED', 'SENT')
    join transfer t on t.partner_id = c.partner_id and t.id = c.transfer_id
    where t.payload is not null`.execute(tx)
  return grouped(keys, rows)
})

function grouped<R extends { place: number }>(keys: readonly Key[], rows: readonly R[]) {
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return keys.map((_, place) => (byPlace.get(place) ?? []).map(({ place: _place, ...row }) => row))
}
