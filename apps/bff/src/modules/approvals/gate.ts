import { formatId, parseId, stillNeeded } from '@corridor/domain'
import type { ApprovalGate, GatedCall, Judged } from '../../api/approval-gate.ts'
import { detail, Refusal } from '../../api/request/refusal.ts'
import { writePostponed } from '../../db/batch.ts'
import type { Tx } from '../../db/open.ts'
import { sendTogether } from '../../db/send-together.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Asked } from '../../records/approvals/asked.ts'
import { insertDecision } from '../../records/approvals/decision-store.ts'
import { findSame, lockSubject } from '../../records/approvals/request-store.ts'
import { approvalIdOf, openRequest } from '../../records/approvals/requests.ts'
import { contentHashOf, type FactsByOperation } from './facts.ts'
import { policyNow, type Verdict, verdictOn } from '../partners/policy/judge.ts'
import { keptCall } from './kept-call.ts'
import { personOf } from '../partners/policy/people.ts'

type Parts = Pick<Deps, 'ids' | 'kek'>
const expiresInMs = 86_400_000

/** What stands between the mount and each operation that the contract marks. */
export function createGate(deps: Parts, byOperation: FactsByOperation): ApprovalGate {
  return { judge }

  async function judge(tx: Tx, call: GatedCall): Promise<Judged> {
    const { operation, input, caller } = call
    const { id } = operation.endpoint
    const askedOf = byOperation[id]
    if (!askedOf) throw new Error(`nothing is known of what ${id} does`)
    const { asked, first } = await sendTogether({
      asked: askedOf(tx, input as never, caller),
      first: policyNow(tx, caller.partnerId),
    })
    if (!asked) return { outcome: 'allow', note: () => Promise.resolve() }
    const { subject } = asked
    await lockSubject(tx, caller.partnerId, subject)
    // A transfer was locked by what read it, before the policy; others have been waited for since.
    const known = subject.kind === 'transfer' ? { known: first } : {}
    const verdict = await verdictOn(tx, caller, id, asked, known)
    const { decision } = verdict
    const note = (happened: boolean) => keepDecision(tx, call, asked, verdict, happened)
    if (decision.outcome === 'allow')
      return { outcome: 'allow', note: async () => void (await note(true)) }
    if (decision.outcome === 'deny')
      return {
        outcome: 'deny',
        note: async () => void (await note(false)),
        refusal: new Refusal('POLICY_BLOCKED', decision.because.join(' '), {
          details: decision.because.map((text) => detail('', 'POLICY_BLOCKED', text)),
          byState: true,
        }),
      }
    return {
      outcome: 'approvals',
      awaited: {
        rule: decision.rule ?? '',
        approvalsNeeded: stillNeeded(decision.needs, []),
        expiresInMs: decision.expiresInMs ?? expiresInMs,
      },
      keep: () => keep(tx, call, asked, verdict),
    }
  }

  async function keepDecision(
    tx: Tx,
    { caller }: GatedCall,
    { subject }: Asked,
    { decision, facts, inForce }: Verdict,
    happened: boolean,
  ): Promise<string> {
    const id = deps.ids.uuid()
    const { partnerId } = caller
    const defaultTerms = inForce.terms
    await insertDecision(tx, { partnerId, id, subject, facts, defaultTerms, decision, happened })
    return id
  }

  /** The same person asking for the same again is notified of what waits already. */
  async function keep(tx: Tx, call: GatedCall, asked: Asked, verdict: Verdict): Promise<Refusal> {
    const { caller, operation } = call
    const contentHash = contentHashOf(operation.endpoint.id, asked)
    const person = personOf(caller)
    const same = await findSame(tx, caller.partnerId, {
      operation: operation.endpoint.id,
      contentHash,
      person,
    })
    const row = same ?? (await open())
    return approvalRequired(approvalIdOf(row), verdict.decision.because)

    async function open() {
      const decisionId = await keepDecision(tx, call, asked, verdict, false)
      // The request refers to it.
      await writePostponed(tx)
      const id = deps.ids.uuid()
      const { decision, facts } = verdict
      return openRequest(tx, caller, {
        partner_id: caller.partnerId,
        id,
        operation: operation.endpoint.id,
        subject_kind: asked.subject.kind,
        subject_id: asked.subject.id,
        summary: asked.summary,
        shown: JSON.stringify(shownOf(asked)),
        sealed_input:
          operation.endpoint.approval === 'record' ? null : keptCall(deps).seal(id, call),
        content_hash: contentHash,
        maker: JSON.stringify(caller.actor),
        maker_person: person,
        maker_member: parseId('mem', person) ?? null,
        maker_key:
          caller.actor.type === 'api_key' ? (parseId('key', caller.actor.id) ?? null) : null,
        decision_id: decisionId,
        policy_version: decision.version,
        rule: decision.rule,
        because: JSON.stringify(decision.because),
        needs: JSON.stringify(decision.needs),
        expires_at: new Date(facts.at + (decision.expiresInMs ?? expiresInMs)),
      })
    }
  }
}

const shownOf = ({ amount, dollars, dollarRate, payee, ...asked }: Asked) => ({
  ...amount,
  dollars,
  dollarRate,
  payee: payee?.name,
  destination: asked.destination,
  destinationBefore: asked.destinationBefore,
})

export const approvalRequired = (approvalId: string, because: readonly string[]): Refusal =>
  new Refusal('APPROVAL_REQUIRED', 'Somebody else has to agree to this first.', {
    details: [detail('', 'APPROVAL_REQUIRED', because.join(' '), { existingId: approvalId })],
    byState: true,
  })

/** The written id of a member's UUID. */
export const memberIdOf = (id: string): string => formatId('mem', id)
