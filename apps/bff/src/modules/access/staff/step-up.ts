import { createHash } from 'node:crypto'
import { fail, formatId, ok } from '@corridor/domain'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { canonicalJson } from '../../../api/request/json.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { actingMember, type SignInParts } from './visit.ts'
import { issueChallenge, takeChallenge } from './challenge-store.ts'
import { findPasskey, listPasskeys, noteAssertion } from './member-store.ts'
import { requestOptions, verifyUse } from './passkeys.ts'
import type { SessionFacts } from './sessions.ts'

/** The request that a member confirms: exactly this one, once. */
export type Action = { method: string; path: string; body?: unknown }

/** What a confirmation is bound to: the session and the request with all of its content. */
export const actionHash = (session: { id: string }, { method, path, body }: Action): Uint8Array =>
  createHash('sha256')
    .update(canonicalJson({ session: session.id, method, path, body: body ?? null }))
    .digest()

/** A fresh passkey answer for one request that moves money, keys or rights. */
export function createStepUp({ deps, party, sessions }: SignInParts) {
  return { begin, finish }

  async function begin(session: SessionFacts, action: Action) {
    const bound = { sessionId: session.id, actionHash: actionHash(session, action) }
    const { challengeId, challenge, known } = await deps.db.asWorker(async (tx) => ({
      ...(await issueChallenge(deps, tx, { purpose: 'step_up', ...bound })),
      known: await listPasskeys(tx, session),
    }))
    return { challengeId, ...(await requestOptions(party, challenge, known)) }
  }

  async function finish(
    session: SessionFacts,
    { challengeId, assertion }: { challengeId: string; assertion: AuthenticationResponseJSON },
    requestId: string,
  ) {
    const { asked, known } = await deps.db.asWorker(async (tx) => ({
      asked: await takeChallenge(deps, tx, 'step_up', challengeId),
      known: await findPasskey(tx, assertion.id),
    }))
    if (!asked || asked.sessionId !== session.id) return fail('CHALLENGE_INVALID')
    if (!known || known.member.memberId !== session.memberId) return fail('PASSKEY_UNKNOWN')
    const used = await verifyUse(party, asked.challenge, assertion, known)
    if (!used.ok) return used

    return deps.db.asWorker(async (tx) => {
      const use = { ...used.value, at: deps.realTime() }
      if (!(await noteAssertion(tx, known.passkey, use))) return fail('PASSKEY_REFUSED')
      const opened = await sessions.confirm(tx, session, asked.actionHash)
      if (!opened) return fail('STAFF_SESSION_ENDED')
      await recordAudit(tx, actingMember(session, requestId), {
        action: 'member.step_up',
        object: { kind: 'member', id: formatId('mem', session.memberId) },
      })
      return ok(opened)
    })
  }
}
