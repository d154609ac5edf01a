import { sql } from 'kysely'
import { postponedWrite } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { ScreeningReport } from '../../ports/screening.ts'
import type { ScreenedHit, ScreeningContext, SubjectKey } from './subjects.ts'

export type NewScreening = {
  id: string
  context: ScreeningContext
  report: Pick<ScreeningReport, 'list' | 'publishedAt' | 'version'>
  outcome: 'CLEAR' | 'HIT'
  subjects: readonly SubjectKey[]
  hits: readonly ScreenedHit[]
}

const rowOf = ({ id, context, report, outcome, subjects, hits }: NewScreening) => ({
  partner_id: context.partnerId,
  id,
  context_kind: context.kind,
  context_id: context.id,
  list: report.list,
  list_published_at: new Date(report.publishedAt),
  list_version: report.version,
  outcome,
  subjects: JSON.stringify(subjects),
  hits: JSON.stringify(hits),
})
type Row = ReturnType<typeof rowOf>

export const insertScreening = (tx: Tx, screening: NewScreening) => write(tx, rowOf(screening))

const write = postponedWrite(
  (tx, row: Row) =>
    tx
      .insertInto('screening')
      .values({ ...row, screened_at: serviceNow })
      .execute(),
  (tx, rows) => {
    const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name])
    return sql`
      insert into screening (partner_id, id, context_kind, context_id, list, list_published_at,
        list_version, outcome, subjects, hits, screened_at)
      select s.*, ${serviceNow}
      from unnest(${column('partner_id')}::uuid[], ${column('id')}::uuid[],
        ${column('context_kind')}::text[], ${column('context_id')}::text[],
        ${column('list')}::text[], ${column('list_published_at')}::timestamptz[],
        ${column('list_version')}::text[], ${column('outcome')}::text[],
        ${column('subjects')}::jsonb[], ${column('hits')}::jsonb[]) as s`.execute(tx)
  },
)

export type Clearance = { subject: string; reference: string; decision: 'CLEARED' | 'CONFIRMED' }

/** What was decided of names in a context: which entry of the list each is not, or is. */
export const clearancesOf = (tx: Tx, { partnerId, kind, id }: ScreeningContext) =>
  tx
    .selectFrom('screening_clearance')
    .select(['subject', 'reference'])
    .select(sql<Clearance['decision']>`decision`.as('decision'))
    .where((eb) => eb.and({ partner_id: partnerId, context_kind: kind, context_id: id }))
    .execute()

/** The hits of all look-ups of a context, newest first; what was decided since is among them. */
export async function hitsOf(tx: Tx, { partnerId, kind, id }: ScreeningContext) {
  const rows = await tx
    .selectFrom('screening')
    .select('hits')
    .where('partner_id', '=', partnerId)
    .where('context_kind', '=', kind)
    .where('context_id', '=', id)
    .where('outcome', '=', 'HIT')
    .orderBy('screened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ hits }) => hits as ScreenedHit[])
}

export async function insertClearances(
  tx: Tx,
  { partnerId, kind, id }: ScreeningContext,
  hits: readonly Pick<ScreenedHit, 'key' | 'reference'>[],
  {
    clearedBy,
    reason,
    decision,
  }: { clearedBy: string; reason: string; decision: Clearance['decision'] },
): Promise<void> {
  if (hits.length === 0) return
  await tx
    .insertInto('screening_clearance')
    .values(
      hits.map(({ key, reference }) => ({
        partner_id: partnerId,
        context_kind: kind,
        context_id: id,
        subject: key,
        reference,
        cleared_by: clearedBy,
        reason,
        decision,
        cleared_at: serviceNow,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The case of a context; made where there is none. */
export async function ensureCase(
  tx: Tx,
  caseId: string,
  { partnerId, kind, id }: ScreeningContext,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into screening_case (partner_id, id, context_kind, context_id, opened_at)
      values (${partnerId}, ${caseId}, ${kind}, ${id}, ${serviceNow})
      on conflict (partner_id, context_kind, context_id) do nothing
      returning screening_case.id
    )
    select made.id from made
    union all
    select c.id from screening_case c where c.partner_id = ${partnerId}
      and c.context_kind = ${kind} and c.context_id = ${id}
    limit 1`.execute(tx)
  const [row] = rows
  if (row) return row.id
  // Somebody else made it at the same moment.
  return ensureCase(tx, caseId, { partnerId, kind, id })
}

/** What a case is about. */
export async function contextOfCase(tx: Tx, partnerId: string, caseId: string) {
  const row = await tx
    .selectFrom('screening_case')
    .select(['context_kind', 'context_id'])
    .where((eb) => eb.and({ partner_id: partnerId, id: caseId }))
    .executeTakeFirst()
  return (
    row && { partnerId, kind: row.context_kind as ScreeningContext['kind'], id: row.context_id }
  )
}
