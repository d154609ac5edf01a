import type { startableProofs } from '@corridor/contract'
import { type ProofEvent, proofLifecycle, type ProofState } from '@corridor/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { nowAfterWait, serviceNow } from '../../../db/moment.ts'
import { ownedTable, type RowKey } from '../../../db/owned-table.ts'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'

export type ProofRow = Selectable<DB['account_proof']>
/** An attempt with the time at which it was looked at, which decides whether it is still open. */
export type ProofRecord = ProofRow & { read_at: Date }
type Account = Pick<ExternalAccountRow, 'partner_id' | 'id'>
export type StartableProof = (typeof startableProofs)[number]

const proofs = ownedTable('account_proof')

/** The attempts to prove an account, the newest first. */
export const listProofs = (tx: Tx, { partner_id, id }: Account): Promise<ProofRow[]> =>
  proofs
    .of(tx, partner_id)
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()

/** How many attempts of one way there were within 30 days, of a customer's accounts with the same number, deleted ones too. */
export async function recentProofs(
  tx: Tx,
  { partner_id, id, entity_id, number_fingerprint }: ExternalAccountRow,
  method: StartableProof,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from account_proof p
    join external_account a on a.partner_id = p.partner_id and a.id = p.account_id
    where p.partner_id = ${partner_id} and p.method = ${method}
      and p.created_at > ${serviceNow} - interval '30 days'
      and (a.id = ${id} or a.entity_id = ${entity_id}
        and a.number_fingerprint = ${number_fingerprint})`.execute(tx)
  return rows[0]?.count ?? 0
}

export type NewProof = Omit<
  Insertable<DB['account_proof']>,
  'status' | 'created_at' | 'expires_at' | 'decided_at'
>

/** Begins an attempt; undefined where one of this way is open. */
export const insertProof = (tx: Tx, proof: NewProof, seconds: number) =>
  tx
    .insertInto('account_proof')
    .values({
      ...proof,
      status: 'OPEN',
      created_at: serviceNow,
      expires_at: sql<Date>`${serviceNow} + make_interval(secs => ${seconds})`,
    })
    // A literal: the index is not found by a parameter of a prepared statement.
    .onConflict((oc) =>
      oc
        .columns(['partner_id', 'account_id', 'method'])
        .where('status', '=', sql.lit('OPEN'))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

/** Locks an attempt for a change; the time is read above the lock. */
export const lockProof = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom((held) =>
      held
        .selectFrom('account_proof')
        .selectAll()
        .where((eb) => eb.and({ partner_id: partnerId, id }))
        .forUpdate()
        .as('held'),
    )
    .selectAll()
    .select(nowAfterWait.as('read_at'))
    .executeTakeFirst()

/** The open attempt of a way, locked. */
export const lockOpenProof = (tx: Tx, { partner_id, id }: Account, method: StartableProof) =>
  proofs
    .of(tx, partner_id)
    .where((eb) => eb.and({ account_id: id, method, status: 'OPEN' }))
    .forUpdate()
    .executeTakeFirst()

/** Ends a locked attempt. */
export async function endProof(
  tx: Tx,
  row: RowKey & { status: ProofState },
  event: ProofEvent,
  reason = '',
): Promise<ProofRow> {
  const status = proofLifecycle.next(row.status, event)
  if (!status) throw new Error(`an attempt that is ${row.status} does not take ${event}`)
  return tx
    .updateTable('account_proof')
    .set({
      status,
      reason,
      decided_at: serviceNow,
      answers_left: 0,
      token_hash: null,
      token_until: null,
    })
    .where((eb) => eb.and({ partner_id: row.partner_id, id: row.id, status: row.status }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes one answer off those that are left. */
export const countAnswer = (tx: Tx, { partner_id, id }: RowKey): Promise<ProofRow> =>
  tx
    .updateTable('account_proof')
    .set({ answers_left: sql<number>`answers_left - 1` })
    .where((eb) => eb.and({ partner_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends every open attempt to prove an account. */
export async function endOpenProofs(
  tx: Tx,
  { partner_id, id }: Account,
  event: ProofEvent,
  reason: string,
): Promise<void> {
  const open = await proofs
    .of(tx, partner_id)
    .where((eb) => eb.and({ account_id: id, status: 'OPEN' }))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const proof of open) await endProof(tx, proof, event, reason)
}

/** What a person decides about papers ends their attempt; `reason` is '' where they are accepted. */
export async function decideDocuments(tx: Tx, account: Account, reason: string): Promise<void> {
  const open = await lockOpenProof(tx, account, 'DOCUMENT')
  if (open) await endProof(tx, open, reason === '' ? 'accept' : 'refuse', reason)
}
