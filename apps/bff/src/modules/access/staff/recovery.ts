import { fail, formatId, ok } from '@corridor/domain'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { recordAudit } from '../../../records/audit/audit.ts'
import { actingMember, type SignInParts, type Visit } from './visit.ts'
import { issueChallenge, takeChallenge } from './challenge-store.ts'
import {
  countRecoveryCodes,
  findRecovery,
  insertPasskey,
  listPasskeys,
  type Member,
  type Passkey,
  spendRecoveryCode,
} from './member-store.ts'
import { endLinks } from '../link-store.ts'
import { creationOptions, verifyCreation } from './passkeys.ts'
import { plainCode } from './recovery-codes.ts'
import { lockMember } from './session-store.ts'
import { countNotified, notices, mailNotice } from './notices.ts'
import { noteMember } from './team.ts'
import { listMembers, removeOtherPasskeys } from './team-store.ts'

/** Who lost a passkey makes a new one with a recovery code: the only one from then on; all sessions end. */
export function createRecovery({ deps, hash, party, sessions }: SignInParts) {
  return { begin, finish }

  /** Options for creating the new passkey. The code is used up only when the passkey is there. */
  async function begin(code: string) {
    const recoveryHash = hash('recovery', plainCode(code))
    const begun = await deps.db.asWorker(async (tx) => {
      const found = await findRecovery(tx, recoveryHash)
      if (!found) return undefined
      const { memberId } = found.member
      const bound = { purpose: 'recover', recoveryHash, memberId } as const
      // A device that has a passkey of this member needs no recovery, and its browser says so.
      const known = await listPasskeys(tx, found.member)
      return { ...found, ...(await issueChallenge(deps, tx, bound)), known }
    })
    if (!begun) return fail('RECOVERY_CODE_INVALID')
    return ok({ challengeId: begun.challengeId, ...(await creationOptions(party, begun)) })
  }

  async function finish(
    { challengeId, attestation }: { challengeId: string; attestation: RegistrationResponseJSON },
    visit: Visit,
  ) {
    const asked = await deps.db.asWorker((tx) => takeChallenge(deps, tx, 'recover', challengeId))
    if (!asked) return fail('CHALLENGE_INVALID')
    const passkey = await verifyCreation(party, asked.challenge, attestation)
    if (!passkey.ok) return passkey
    const found = await deps.db.readingAll((tx) => findRecovery(tx, asked.recoveryHash))
    if (!found) return fail('RECOVERY_CODE_INVALID')
    return replace(found.member, asked.recoveryHash, passkey.value, visit)
  }

  async function replace(member: Member, recoveryHash: Uint8Array, passkey: Passkey, visit: Visit) {
    const at = deps.realTime()
    const done = await deps.db
      .asWorker(async (tx) => {
        if (!(await lockMember(tx, member))) return fail('RECOVERY_CODE_INVALID')
        const made = { ...passkey, name: visit.agent }
        if (!(await insertPasskey(tx, member, made, at))) return fail('PASSKEY_EXISTS')
        if (!(await spendRecoveryCode(tx, recoveryHash, at))) throw new CodeUsed()
        const { credentialId } = passkey
        const removed = await removeOtherPasskeys(tx, member, credentialId)
        await sessions.endAll(tx, member)
        // Whoever had the lost device may have invited somebody.
        const linksEnded = await endLinks(tx, member.partnerId, { issued_by: member.memberId }, at)
        const opened = await sessions.open(tx, member, { ...visit, credentialId })
        const team = await listMembers(tx, member.partnerId)
        const others = team.filter(({ memberId }) => memberId !== member.memberId)
        const by = actingMember(member, visit.requestId)
        await noteMember(tx, by, member, 'recovered')
        await recordAudit(tx, by, {
          action: 'member.recover',
          object: { kind: 'member', id: formatId('mem', member.memberId) },
          after: { passkeysRemoved: removed, linksEnded, ...countNotified(others) },
        })
        const codesLeft = await countRecoveryCodes(tx, member)
        return ok({ opened, codesLeft, others })
      })
      .catch(failIfUsed)
    if (!done.ok) return done
    const { opened, codesLeft, others } = done.value
    // Their streams end now, and the event is published.
    deps.wake.notify('keys')
    deps.wake.notify('events')
    void mailNotice(deps, member.partnerId, [...others, member], notices.recovered(member.name))
    return ok({ ...opened, codesLeft })
  }
}

/** Thrown so that the passkey of the slower one of two is undone. */
class CodeUsed extends Error {}

function failIfUsed(error: unknown) {
  if (error instanceof CodeUsed) return fail('RECOVERY_CODE_INVALID')
  throw error
}
