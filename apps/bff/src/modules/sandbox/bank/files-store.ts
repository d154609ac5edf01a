import { sql } from 'kysely'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'

/** What a partner's taking in of a file is called in its audit log. */
export const fileImported = 'bank_file.import'

/** Of files, those that a partner has taken in itself. */
export async function filesTakenInBy(
  tx: Tx,
  partnerId: string,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('audit')
    .select('object_id')
    .where('partner_id', '=', partnerId)
    .where('action', '=', fileImported)
    .where(sql<boolean>`object_id = any(${[...files]}::text[])`)
    .execute()
  return new Set(rows.map(({ object_id }) => object_id))
}

type Done = { action: string; object: { kind: string; id: string }; reason: string }
/** What the audit log keeps of a decision: the payment that came of it. */
type Outcome = { into?: string; paymentId?: string }

/**
 * What the caller has done already, where it repeats its call under a key. A decision is committed
 * before its answer is kept: after a crash between the two the repeat finds here what was done.
 */
export async function findRepeated(
  tx: Tx,
  { partnerId, actor, idempotencyKey }: Caller,
  { action, object, reason }: Done,
): Promise<Outcome | undefined> {
  if (idempotencyKey === undefined) return undefined
  const row = await tx
    .selectFrom('audit')
    .select('after')
    .where((eb) =>
      eb.and({
        partner_id: partnerId,
        action,
        object_kind: object.kind,
        object_id: object.id,
        actor_id: actor.id,
        reason,
      }),
    )
    .executeTakeFirst()
  return row && (row.after ?? {})
}
