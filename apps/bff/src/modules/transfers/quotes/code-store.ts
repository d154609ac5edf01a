import { sql } from 'kysely'
import { nowAfterWait, serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

export type Place = Pick<TransferRow, 'partner_id' | 'id'>

/** Of wrong tries the third burns a code. */
const triesMax = 3

export const insertCode = (
  tx: Tx,
  { partner_id, id }: Place,
  { codeHash, expiresAt }: { codeHash: Buffer; expiresAt: Date },
) =>
  tx
    .insertInto('transfer_code')
    .values({ partner_id, transfer_id: id, code_hash: codeHash, expires_at: expiresAt })
    .execute()

/** Another code takes the place of one that is over, for five minutes from now. */
export const replaceCode = (tx: Tx, { partner_id, id }: Place, codeHash: Buffer, lifeMs: number) =>
  sql`insert into transfer_code (partner_id, transfer_id, code_hash, expires_at)
    values (${partner_id}, ${id}, ${codeHash},
      ${serviceNow} + make_interval(secs => ${lifeMs / 1_000}))
    on conflict (partner_id, transfer_id) do update set code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, attempts = 0, used_at = null`.execute(tx)

/** The time is read above the lock: beside it, it would be the time before the wait. */
export async function lockCode(tx: Tx, { partner_id, id }: Place) {
  const { rows } = await sql<{ code_hash: Buffer; isLive: boolean }>`
    select code_hash,
      used_at is null and attempts < ${triesMax} and expires_at > ${nowAfterWait} as "isLive"
    from (select * from transfer_code
      where partner_id = ${partner_id} and transfer_id = ${id} for update) held`.execute(tx)
  return rows[0]
}

export const countTry = (tx: Tx, place: Place) =>
  update(tx, place)
    .set({ attempts: sql<number>`attempts + 1` })
    .execute()

export const markUsed = (tx: Tx, place: Place) =>
  update(tx, place).set({ used_at: serviceNow }).execute()

const update = (tx: Tx, { partner_id, id }: Place) =>
  tx.updateTable('transfer_code').where('partner_id', '=', partner_id).where('transfer_id', '=', id)
