import type { Policy, PolicyRules } from '@corridor/contract'
import { defaultPolicy, type PolicyTerms } from '@corridor/domain'
import { sql } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { batchedRead } from '../../db/batch.ts'
import { keyset } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { findSettings } from '../partners/terms-store.ts'
import { partnerTerms, policyTermsOf } from '../partners/terms.ts'

/** Who changed a policy, and when. */
export type PolicyChange = { by: { type: string; id: string }; at: Date }
export type PolicyInForce = {
  policy: Policy
  /** Present where the default is in force. */
  terms: PolicyTerms | undefined
  changed: PolicyChange | undefined
  /** For how long after it was added a payee is new. */
  coolingOffHours: number
}

/** The newest rules of a partner, or the default that follows from its terms. */
export const policyOf = batchedRead<string, PolicyInForce>(
  (partnerId) => partnerId,
  async (tx, partnerIds) => {
    const { rows } = await sql<Row>`
      select wanted.id, p.settings, p.environment, own.version, own.rules, own.digest,
        own.changed_by, own.created_at
      from unnest(${partnerIds}::uuid[]) as wanted(id)
      left join partner p on p.id = wanted.id
      left join lateral (
        select o.version, o.rules, o.changed_by, o.created_at,
          encode(sha256(convert_to(o.rules::text, 'UTF8')), 'hex') as digest
        from partner_policy o
        where o.partner_id = wanted.id order by o.version desc limit 1) own on true`.execute(tx)
    const found = new Map(rows.map((row) => [row.id, inForce(row)]))
    return partnerIds.map((id) => found.get(id) ?? byTerms({ coolingOffHours: 0 }))
  },
)

type Row = {
  id: string
  settings: unknown
  environment: string | null
  version: number | null
  rules: PolicyRules | null
  digest: string | null
  changed_by: PolicyChange['by'] | null
  created_at: Date | null
}

/**
 * Compiled once for each object, so the same rules are the same object. By what they say: a version
 * may have been read in a transaction that was undone, and is another one afterwards.
 */
const known = new Map<string, Policy>()
const knownMax = 500

function inForce(row: Row): PolicyInForce {
  const { version, rules, digest, changed_by: by, created_at: at } = row
  const terms = policyTermsOf(partnerTerms(row.settings), row.environment ?? '')
  if (version === null || by === null || at === null) return byTerms(terms)
  // It was put back to the default, as a version of its own.
  if (rules === null) return { ...byTerms(terms, version), changed: { by, at } }
  const policy = kept(`${version}:${digest}`, () => ({ ...rules, version }))
  const { coolingOffHours } = terms
  return { policy, terms: undefined, changed: { by, at }, coolingOffHours }
}

function byTerms(terms: PolicyTerms, version = 0): PolicyInForce {
  const key = `${version}:${JSON.stringify(terms)}`
  const policy = kept(key, () => ({ ...defaultPolicy(terms), version }))
  return { policy, terms, changed: undefined, coolingOffHours: terms.coolingOffHours }
}

function kept(key: string, make: () => Policy): Policy {
  const policy = known.get(key) ?? make()
  if (known.size >= knownMax) known.clear()
  known.set(key, policy)
  return policy
}

/** Keeps two changes of one partner's policy apart. */
export const lockPolicy = (tx: Tx, partnerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`policy:${partnerId}`}, 0))`.execute(tx)

export async function insertPolicy(
  tx: Tx,
  partnerId: string,
  version: number,
  /** Null for the default that follows from the terms. */
  rules: PolicyRules | null,
  by: PolicyChange['by'],
): Promise<void> {
  await tx
    .insertInto('partner_policy')
    .values({
      partner_id: partnerId,
      version,
      rules: JSON.stringify(rules),
      changed_by: JSON.stringify(by),
      created_at: serviceNow,
    })
    .execute()
}

/** Versions that were set, newest first. */
export function listPolicies(tx: Tx, partnerId: string, page: Page) {
  // Versions rise with time; a partner has each once.
  const { sortKey, after, order, limit } = keyset(
    page,
    { createdAt: { expression: sql`version`, type: 'numeric' } },
    sql`partner_id`,
  )
  return policiesOf(tx, partnerId)
    .select(sortKey)
    .where(after)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export const findPolicy = (tx: Tx, partnerId: string, version: number) =>
  policiesOf(tx, partnerId).where('version', '=', version).executeTakeFirst()

const policiesOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('partner_policy')
    .select(['partner_id as id', 'version', 'rules', 'changed_by', 'created_at'])
    .where('partner_id', '=', partnerId)
export type PolicyRow = Awaited<ReturnType<typeof listPolicies>>[number]

/** What a version without rules of its own follows from today. */
export async function termsFor(tx: Tx, partnerId: string): Promise<PolicyTerms> {
  const found = await findSettings(tx, partnerId)
  return policyTermsOf(partnerTerms(found?.settings), found?.environment ?? '')
}
