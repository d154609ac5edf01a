import { fail, formatId, ok } from '@corridor/domain'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { recordAudit } from '../../../records/audit/audit.ts'
import { actingMember, type SignInParts, type Visit } from './visit.ts'
import { issueChallenge, takeChallenge } from './challenge-store.ts'
import { findPasskey, noteAssertion, type PasskeyOfMember } from './member-store.ts'
import { type AssertionUse, isWalletHandle, requestOptions, verifyUse } from './passkeys.ts'
import { lockMember } from './session-store.ts'

/** Sign-in by any sign-in passkey of this host: the passkey says who it is. */
export function createSignIn({ deps, party, sessions }: SignInParts) {
  return { begin, finish }

  async function begin() {
    const { challengeId, challenge } = await deps.db.asWorker((tx) =>
      issueChallenge(deps, tx, { purpose: 'sign_in' }),
    )
    return { challengeId, ...(await requestOptions(party, challenge)) }
  }

  async function finish(
    { challengeId, assertion }: { challengeId: string; assertion: AuthenticationResponseJSON },
    visit: Visit,
  ) {
    const { asked, known } = await deps.db.asWorker(async (tx) => ({
      asked: await takeChallenge(deps, tx, 'sign_in', challengeId),
      known: await findPasskey(tx, assertion.id),
    }))
    if (!asked) return fail('CHALLENGE_INVALID')
    if (!known) return fail(unknownPasskey(assertion))
    // Without a list of passkeys to choose from, the browser must say whose this one is.
    if (assertion.response.userHandle === undefined) return refuse(known, visit)
    const used = await verifyUse(party, asked.challenge, assertion, known)
    return used.ok ? admit(known, used.value, visit) : refuse(known, visit)
  }

  function admit({ passkey, member }: PasskeyOfMember, use: AssertionUse, visit: Visit) {
    return deps.db.asWorker(async (tx) => {
      if (!(await lockMember(tx, member))) return fail('PASSKEY_UNKNOWN')
      const isFirst = await noteAssertion(tx, passkey, { ...use, at: deps.realTime() })
      if (!isFirst) return fail('PASSKEY_REFUSED')
      const { credentialId } = passkey
      const opened = await sessions.open(tx, member, { ...visit, credentialId })
      await recordAudit(tx, actingMember(member, visit.requestId), {
        action: 'member.sign_in',
        object: { kind: 'member', id: formatId('mem', member.memberId) },
      })
      return ok(opened)
    })
  }

  /** A refused answer of a known passkey is audited: it was an attempt to sign in. */
  async function refuse({ member }: PasskeyOfMember, visit: Visit) {
    await deps.db.asWorker((tx) =>
      recordAudit(tx, actingMember(member, visit.requestId), {
        action: 'member.sign_in_refused',
        object: { kind: 'member', id: formatId('mem', member.memberId) },
      }),
    )
    return fail('PASSKEY_REFUSED')
  }
}

const unknownPasskey = ({ response }: AuthenticationResponseJSON) =>
  isWalletHandle(response.userHandle) ? 'PASSKEY_IS_WALLET_KEY' : 'PASSKEY_UNKNOWN'
