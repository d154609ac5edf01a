import { fail, formatId, ok, type Result } from '@corridor/domain'
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
import { creationOptions, verifyCreation } from './passkeys.ts'
import { plainCode } from './recovery-codes.ts'
import type { Opened } from './sessions.ts'

type FinishFailure =
  | 'CHALLENGE_INVALID'
  | 'RECOVERY_CODE_INVALID'
  | 'PASSKEY_INVALID'
  | 'PASSKEY_EXISTS'

/** Who lost a passkey adds another one with a recovery code; all sessions end. */
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
      const known = await listPasskeys(tx, found.member)
      return { ...found, ...(await issueChallenge(deps, tx, bound)), known }
    })
    if (!begun) return fail('RECOVERY_CODE_INVALID')
    return ok({ challengeId: begun.challengeId, ...(await creationOptions(party, begun)) })
  }

  async function finish(
    { challengeId, attestation }: { challengeId: string; attestation: RegistrationResponseJSON },
    visit: Visit,
  ): Promise<Result<Opened & { codesLeft: number }, FinishFailure>> {
    const asked = await deps.db.asWorker((tx) => takeChallenge(deps, tx, 'recover', challengeId))
    if (!asked) return fail('CHALLENGE_INVALID')
    const passkey = await verifyCreation(party, asked.challenge, attestation)
    if (!passkey.ok) return passkey
    const found = await deps.db.asWorker((tx) => findRecovery(tx, asked.recoveryHash))
    if (!found) return fail('RECOVERY_CODE_INVALID')
    return replace(found.member, asked.recoveryHash, passkey.value, visit)
  }

  function replace(
    member: Member,
    recoveryHash: Uint8Array,
    passkey: Passkey,
    visit: Visit,
  ): Promise<Result<Opened & { codesLeft: number }, FinishFailure>> {
    const at = deps.realTime()
    return deps.db
      .asWorker(async (tx) => {
        if (!(await insertPasskey(tx, member, passkey, at))) return fail('PASSKEY_EXISTS')
        if (!(await spendRecoveryCode(tx, recoveryHash, at))) throw new CodeUsed()
        await sessions.endAll(tx, member)
        const { credentialId } = passkey
        const opened = await sessions.open(tx, member, { ...visit, credentialId })
        await recordAudit(tx, actingMember(member, visit.requestId), {
          action: 'member.recover',
          object: { kind: 'member', id: formatId('mem', member.memberId) },
        })
        return ok({ ...opened, codesLeft: await countRecoveryCodes(tx, member) })
      })
      .catch(failIfUsed)
  }
}

/** Thrown so that the passkey of the slower one of two is undone. */
class CodeUsed extends Error {}

function failIfUsed(error: unknown): Result<never, 'RECOVERY_CODE_INVALID'> {
  if (error instanceof CodeUsed) return fail('RECOVERY_CODE_INVALID')
  throw error
}
