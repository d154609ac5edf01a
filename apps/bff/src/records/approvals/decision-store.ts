import type { Facts, PolicyTerms } from '@corridor/domain'
import type { Decision } from '@corridor/domain'
import { serviceNow } from '../../db/moment.ts'
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

export async function insertDecision(tx: Tx, made: NewDecision): Promise<void> {
  const { facts, decision, subject } = made
  await tx
    .insertInto('policy_decision')
    .values({
      partner_id: made.partnerId,
      id: made.id,
      operation: facts.operation,
      subject_kind: subject.kind,
      subject_id: subject.id,
      facts: JSON.stringify(facts),
      policy_version: decision.version,
      default_terms: made.defaultTerms ? JSON.stringify(made.defaultTerms) : null,
      outcome: decision.outcome,
      rule: decision.rule,
      because: JSON.stringify(decision.because),
      happened: made.happened,
      created_at: serviceNow,
    })
    .execute()
}

/** What waited has happened: from now on it counts, as of now. */
export async function markHappened(tx: Tx, partnerId: string, id: string): Promise<void> {
  await tx
    .updateTable('policy_decision')
    .set({ happened: true, created_at: serviceNow })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** Decisions since a time, oldest first; at most `limit`, the newest. */
export async function decisionsSince(tx: Tx, partnerId: string, since: Date, limit: number) {
  const rows = await tx
    .selectFrom('policy_decision')
    .selectAll()
    .where('partner_id', '=', partnerId)
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
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
