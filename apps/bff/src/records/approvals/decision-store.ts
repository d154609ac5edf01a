import type { Facts, PolicyTerms } from '@corridor/domain'
import type { Decision } from '@corridor/domain'
import { postponedWrite } from '../../db/batch.ts'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'

export type NewDecision = {
  partnerId: string
  id: string
  subject: { kind: string; id: string }
  facts: Facts
  /** What the default followed from, where it decided. */
  defaultTerms: PolicyTerms | undefined
  decision: Decision
  happened: boolean
}

const rowOf = (made: NewDecision) => ({
  partner_id: made.partnerId,
  id: made.id,
  operation: made.facts.operation,
  subject_kind: made.subject.kind,
  subject_id: made.subject.id,
  facts: JSON.stringify(made.facts),
  policy_version: made.decision.version,
  default_terms: made.defaultTerms ? JSON.stringify(made.defaultTerms) : null,
  outcome: made.decision.outcome,
  rule: made.decision.rule,
  because: JSON.stringify(made.decision.because),
  happened: made.happened,
})

/** Writes a decision beside its effect. */
export const insertDecision = postponedWrite(
  (tx, made: NewDecision) => insertDecisions(tx, [made]),
  insertDecisions,
)

async function insertDecisions(tx: Tx, all: readonly NewDecision[]): Promise<void> {
  const rows = all.map(rowOf)
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into policy_decision (partner_id, id, operation, subject_kind, subject_id, facts,
      policy_version, default_terms, outcome, rule, because, happened, created_at)
    select d.*, ${serviceNow} from unnest(${column('partner_id')}::uuid[],
      ${column('id')}::uuid[], ${column('operation')}::text[], ${column('subject_kind')}::text[],
      ${column('subject_id')}::text[], ${column('facts')}::jsonb[],
      ${column('policy_version')}::int[], ${column('default_terms')}::jsonb[],
      ${column('outcome')}::text[], ${column('rule')}::text[], ${column('because')}::jsonb[],
      ${column('happened')}::boolean[]) as d`.execute(tx)
}

/** What waited has happened: from now on it counts, as of now. */
export async function markHappened(tx: Tx, partnerId: string, id: string): Promise<void> {
  await tx
    .updateTable('policy_decision')
    .set({ happened: true, created_at: serviceNow })
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .execute()
}

/** Decisions since a time, oldest first; at most `limit`, the newest. */
export async function decisionsSince(tx: Tx, partnerId: string, since: Date, limit: number) {
  const rows = await rowsOf(tx, 'policy_decision', { partner_id: partnerId })
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

export const findDecision = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('policy_decision')
    .select(['facts', 'default_terms'])
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .executeTakeFirst()
