import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

export type SweepKind = 'account' | 'kyc' | 'payer'
/** Where a sweep stands; null before its first batch. */
export type SweepPlace = { partnerId: string; id: string } | null
export type Sweep = { listVersion: string; after: SweepPlace; isOver: boolean }
/** `restarts`: how often it was begun anew. */
type KnownSweep = Sweep & { restarts: number }

export async function readSweep(tx: Tx, kind: SweepKind): Promise<KnownSweep | undefined> {
  const row = await tx
    .selectFrom('screening_sweep')
    .selectAll()
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const { list_version: listVersion, after_partner: partnerId, after_id: id, restarts } = row
  const after = partnerId === null || id === null ? null : { partnerId, id }
  return { listVersion, after, isOver: row.finished_at !== null, restarts }
}

/** Moves a sweep on, unless it was begun anew since `known` was read: then it begins again. */
export const writeSweep = (
  tx: Tx,
  kind: SweepKind,
  { listVersion, after, isOver }: Sweep,
  known: KnownSweep | undefined,
) =>
  sql`insert into screening_sweep as s (kind, list_version, after_partner, after_id, finished_at)
    values (${kind}, ${listVersion}, ${after?.partnerId ?? null}::uuid, ${after?.id ?? null}::uuid,
      case when ${isOver}::boolean then ${serviceNow} end)
    on conflict (kind) do update set list_version = excluded.list_version,
      after_partner = excluded.after_partner, after_id = excluded.after_id,
      finished_at = excluded.finished_at
    where s.restarts = ${known?.restarts ?? 0}::bigint`.execute(tx)

/** Somebody was taken in without a look-up: the sweep begins anew, also where none has begun. */
export const restartSweep = (tx: Tx, kind: SweepKind) =>
  sql`insert into screening_sweep as s (kind, list_version, restarts) values (${kind}, '', 1)
    on conflict (kind) do update set after_partner = null, after_id = null, finished_at = null,
      list_version = '', restarts = s.restarts + 1`.execute(tx)
