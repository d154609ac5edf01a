import type { PartnerPolicy, PolicyReplay, PolicyRules } from '@corridor/contract'
import { type Changed, describe, explain, type Facts, replay } from '@corridor/domain'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { now, type Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import type { Asked } from '../../records/approvals/asked.ts'
import { decisionsSince } from '../../records/approvals/decision-store.ts'
import { membersById } from '../../records/approvals/history-store.ts'
import {
  insertPolicy,
  lockPolicy,
  type PolicyInForce,
  policyOf,
} from '../../records/approvals/policy-store.ts'

type Body = z.output<typeof PartnerPolicy>
type Replayed = z.output<typeof PolicyReplay>

const replayedMs = 30 * 86_400_000
const replayedMax = 10_000

export async function readPolicy(tx: Tx, { partnerId }: Pick<Caller, 'partnerId'>): Promise<Body> {
  return policyBody(await policyOf(tx, partnerId), await namesOf(tx, partnerId))
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
export async function replayPolicy(
  tx: Tx,
  { partnerId }: Caller,
  wanted: PolicyRules,
): Promise<Replayed> {
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
    findings: findingsOf(explain(after)),
    sentences: describe(after, names),
  }
}

type Names = (word: string) => string | undefined

function policyBody({ policy, terms, changed }: PolicyInForce, names: Names): Body {
  return {
    version: policy.version,
    isDefault: terms !== undefined,
    rules: policy.rules,
    otherwise: policy.otherwise,
    sentences: describe(policy, names),
    findings: findingsOf(explain(policy)),
    ...(changed ? { changedBy: changed.by, changedAt: changed.at.toISOString() } : {}),
  }
}

const findingsOf = (found: ReturnType<typeof explain>): Body['findings'] =>
  found.map(({ rule, kind, by, sentence }) => ({
    rule,
    kind,
    ...(by === undefined ? {} : { by }),
    sentence,
  }))

/** Members by their names in sentences. */
async function namesOf(tx: Tx, partnerId: string): Promise<Names> {
  const members = await membersById(tx, partnerId)
  const byId = new Map([...members].map(([id, { name }]) => [formatId('mem', id), name]))
  return (word) => byId.get(word) ?? byId.get(word.replace(/^member:/, ''))
}
