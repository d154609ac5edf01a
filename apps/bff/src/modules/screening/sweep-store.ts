import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

export type SweepKind = 'account' | 'kyc' | 'payer'
/** Where a sweep stands; null before its first batch. */
export type SweepPlace = { partnerId: string; id: string } | null
/** `begun`: the restarts that the pass under way, or the last one, has taken in. */
export type Sweep = { listVersion: string; after: SweepPlace; isOver: boolean; begun: number }
/** `restarts`: how often somebody was to be looked up anew. */
type KnownSweep = Sweep & { restarts: number }

export async function readSweep(tx: Tx, kind: SweepKind): Promise<KnownSweep | undefined> {
  const row = await tx
    .selectFrom('screening_sweep')
    .selectAll()
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const { list_version: listVersion, after_partner: partnerId, after_id: id } = row
  const after = partnerId === null || id === null ? null : { partnerId, id }
  const isOver = row.finished_at !== null
  return { listVersion, after, isOver, begun: row.begun, restarts: row.restarts }
}

/**
 * From where a sweep goes on; undefined where all were looked up. Whoever is to be looked up anew
 * waits for the end of the pass under way, so that no number of them keeps it from its end.
 */
export function nextPass(
  known: KnownSweep | undefined,
  version: string,
): Pick<Sweep, 'after' | 'begun'> | undefined {
  const isSame = known?.listVersion === version
  if (isSame && !known.isOver) return known
  if (isSame && known.begun === known.restarts) return undefined
  return { after: null, begun: known?.restarts ?? 0 }
}

export const writeSweep = (tx: Tx, kind: SweepKind, { listVersion, after, isOver, begun }: Sweep) =>
  sql`insert into screening_sweep as s (kind, list_version, after_partner, after_id, finished_at,
      begun)
    values (${kind}, ${listVersion}, ${after?.partnerId ?? null}::uuid, ${after?.id ?? null}::uuid,
      case when ${isOver}::boolean then ${serviceNow} end, ${begun})
    on conflict (kind) do update set list_version = excluded.list_version,
      after_partner = excluded.after_partner, after_id = excluded.after_id,
      finished_at = excluded.finished_at, begun = excluded.begun`.execute(tx)

/** Somebody was taken in, or changed, without a look-up: one more pass follows the one under way. */
export const restartSweep = (tx: Tx, kind: SweepKind) =>
  sql`insert into screening_sweep as s (kind, list_version, restarts) values (${kind}, '', 1)
    on conflict (kind) do update set restarts = s.restarts + 1`.execute(tx)
