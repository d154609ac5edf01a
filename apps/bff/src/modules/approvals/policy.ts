import type { PartnerPolicy, Policy, PolicyRules } from '@corridor/contract'
import {
  type Changed,
  defaultPolicy,
  describe,
  explain,
  explainForTeam,
  type Facts,
  fail,
  formatId,
  ok,
  replay,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf } from '../../api/request/paging.ts'
import { now, type Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import type { Asked } from '../../records/approvals/asked.ts'
import { decisionsSince } from '../../records/approvals/decision-store.ts'
import { membersById } from '../../records/approvals/history-store.ts'
import {
  findPolicy,
  insertPolicy,
  listPolicies,
  lockPolicy,
  type PolicyInForce,
  policyOf,
  type PolicyRow,
  termsFor,
} from '../../records/approvals/policy-store.ts'
import { actorNames } from '../../records/audit/actor-names-store.ts'
import { teamOf } from '../partners/policy/people.ts'

type Body = z.output<typeof PartnerPolicy>

const replayedMs = 30 * 86_400_000
const replayedMax = 10_000

export async function readPolicy(tx: Tx, { partnerId }: Pick<Caller, 'partnerId'>): Promise<Body> {
  const inForce = await policyOf(tx, partnerId)
  const [names, findings] = await Promise.all([
    namesOf(tx, partnerId),
    findingsOf(tx, partnerId, inForce.policy),
  ])
  return policyBody(inForce, names, findings)
}

/** The versions that were set. */
export async function listVersions(tx: Tx, caller: Caller, _query: unknown, page: Page) {
  const { items, pagination } = pageOf(page, await listPolicies(tx, caller.partnerId, page))
  return { items: await versionBodies(tx, caller, items), pagination }
}

export async function readVersion(tx: Tx, caller: Caller, version: string) {
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
  const row = await findPolicy(tx, caller.partnerId, number)
  const [body] = row ? await versionBodies(tx, caller, [row]) : []
  if (!row || !body) return fail({ code: 'RECORD_NOT_FOUND' as const })
  const { rules, otherwise } = await rulesOf(tx, caller, row)
  return ok({ ...body, rules, otherwise })
}

async function versionBodies(tx: Tx, caller: Caller, rows: readonly Omit<PolicyRow, 'sort_key'>[]) {
  const actors = rows.map((row) => row.changed_by as { type: string; id: string })
  const [nameOf, names] = await Promise.all([
    actorNames(
      tx,
      caller.partnerId,
      actors.map(({ id }) => id),
    ),
    namesOf(tx, caller.partnerId),
  ])
  return Promise.all(
    rows.map(async (row) => {
      const { type, id } = row.changed_by as { type: string; id: string }
      const rules = await rulesOf(tx, caller, row)
      return {
        version: row.version,
        isDefault: row.rules === null,
        sentences: describe({ ...rules, version: row.version }, names),
        changedBy: { type, id, name: nameOf(id) },
        changedAt: row.created_at.toISOString(),
      }
    }),
  )
}

/** A version without rules of its own follows the terms. */
async function rulesOf(tx: Tx, { partnerId }: Caller, { rules }: Pick<PolicyRow, 'rules'>) {
  return (rules as PolicyRules | null) ?? defaultPolicy(await termsFor(tx, partnerId))
}

/** Sets other rules; whether that may be was asked before. */
export async function changePolicy(tx: Tx, caller: Caller, wanted: PolicyRules): Promise<Body> {
  const { partnerId, actor } = caller
  await lockPolicy(tx, partnerId)
  const before = await policyOf(tx, partnerId)
  const version = before.policy.version + 1
  const { rules, otherwise } = wanted
  const by = { type: actor.type, id: actor.id }
  await insertPolicy(tx, partnerId, version, { rules, otherwise }, by)
  await recordAudit(tx, caller, {
    action: 'policy.change',
    object: { kind: 'partner', id: formatId('par', partnerId) },
    before: { version: before.policy.version },
    after: { version },
  })
  return readPolicy(tx, caller)
}

/** Puts the default back, whoever agrees: for the operator, where a policy locks everybody out. */
export async function resetPolicy(tx: Tx, by: AuditedBy, reason: string): Promise<Body> {
  const { partnerId, actor } = by
  await lockPolicy(tx, partnerId)
  const { policy } = await policyOf(tx, partnerId)
  const version = policy.version + 1
  await insertPolicy(tx, partnerId, version, null, { type: actor.type, id: actor.id })
  await recordAudit(tx, by, {
    action: 'policy.reset',
    object: { kind: 'partner', id: formatId('par', partnerId) },
    before: { version: policy.version },
    after: { version },
    reason,
  })
  return readPolicy(tx, by)
}

/** What a change of the policy is, for those who have to agree: from which version to which rules. */
export async function askedOfChange(
  tx: Tx,
  { body }: { body: PolicyRules },
  { partnerId }: Caller,
): Promise<Asked> {
  const { policy } = await policyOf(tx, partnerId)
  const count = body.rules.length
  return {
    subject: { kind: 'partner', id: formatId('par', partnerId) },
    summary: `Replace version ${policy.version} of the policy by ${count} ${count === 1 ? 'rule' : 'rules'}: ${describe({ ...body, version: 0 }).join(' ')}`,
    bound: { before: policy.version, policy: body },
  }
}

/** What other rules would have done to the operations of the last 30 days. */
export async function replayPolicy(tx: Tx, { partnerId, actor }: Caller, wanted: PolicyRules) {
  const [{ policy }, at, names] = await Promise.all([
    policyOf(tx, partnerId),
    now(tx),
    namesOf(tx, partnerId),
  ])
  const after = { ...wanted, version: policy.version + 1 }
  const since = new Date(at.getTime() - replayedMs)
  const rows = await decisionsSince(tx, partnerId, since, replayedMax)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const cases = rows.map(({ id, facts }) => ({ id, facts: facts as Facts }))
  const found = replay(policy, after, cases)
  const shown = (changed: readonly Changed[]) =>
    changed.flatMap(({ id, rule, because }) => {
      const row = byId.get(id)
      if (!row) return []
      return {
        decisionId: id,
        operation: row.operation,
        subject: { kind: row.subject_kind, id: row.subject_id },
        at: row.created_at.toISOString(),
        rule: rule ?? '',
        because,
      }
    })
  return {
    total: found.total,
    newlyDenied: shown(found.newlyDenied),
    newlyWaiting: shown(found.newlyWaiting),
    newlyAllowed: shown(found.newlyAllowed),
    otherApprovals: shown(found.otherApprovals),
    unchanged: found.unchanged,
    findings: await findingsOf(tx, partnerId, after, actor.id),
    sentences: describe(after, names),
  }
}

type Names = (term: string) => string | undefined

function policyBody(
  { policy, terms, changed }: PolicyInForce,
  names: Names,
  findings: Body['findings'],
): Body {
  return {
    version: policy.version,
    isDefault: terms !== undefined,
    rules: policy.rules,
    otherwise: policy.otherwise,
    sentences: describe(policy, names),
    findings,
    ...(changed ? { changedBy: changed.by, changedAt: changed.at.toISOString() } : {}),
  }
}

/** What is wrong with it by itself, and for the people that there are. */
async function findingsOf(tx: Tx, partnerId: string, policy: Policy, makerId?: string) {
  const [team, at] = await Promise.all([teamOf(tx, partnerId), now(tx)])
  const maker = team.find(({ selectors }) => selectors.includes(`member:${makerId}`))
  const found = [...explain(policy), ...explainForTeam(policy, team, { at: at.getTime(), maker })]
  return found.map(({ rule, kind, by, sentence }) => ({
    rule,
    kind,
    ...(by === undefined ? {} : { by }),
    sentence,
  }))
}

/** Members by their names in sentences. */
export async function namesOf(tx: Tx, partnerId: string): Promise<Names> {
  const members = await membersById(tx, partnerId)
  const byId = new Map([...members].map(([id, { name }]) => [formatId('mem', id), name]))
  return (term) => byId.get(term) ?? byId.get(term.replace(/^member:/, ''))
}
