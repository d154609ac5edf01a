import { fail, formatId, ok } from '@corridor/domain'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { recordAudit } from '../../../records/audit/audit.ts'
import { actingMember, type SignInParts, type Visit } from './visit.ts'
import { findChallengeOfLink, issueChallenge, takeChallenge } from './challenge-store.ts'
import { challengeOf } from './client-data.ts'
import { type EnrolmentLink, findLink, spendLink } from '../link-store.ts'
import { insertMember, insertPasskey, type Passkey } from './member-store.ts'
import { creationOptions, staffUserHandle, verifyCreation } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { countNotified, notices, mailNotice } from './notices.ts'
import { listMembers } from './team-store.ts'

/** Who comes in; `email` counts where the link names none. */
type Joining = {
  name: string
  email?: string | undefined
  attestation: RegistrationResponseJSON
}

/** A link lets one person in: it makes the member, the first passkey and the recovery codes. */
export function createEnrolment({ deps, hash, party, sessions }: SignInParts) {
  return { read, begin, finish }

  /** What the link is for, while it can be used. */
  async function read(token: string) {
    const link = await deps.db.asWorker((tx) =>
      findLink(tx, hash('enrolment', token), deps.realTime()),
    )
    return link ? ok(link) : fail('ENROLMENT_LINK_INVALID')
  }

  /** Options for creating the passkey; the challenge is bound to this link. */
  async function begin(token: string, name: string) {
    const link = await read(token)
    if (!link.ok) return link
    const memberId = deps.ids.uuid()
    const { challengeId, challenge } = await deps.db.asWorker((tx) =>
      issueChallenge(deps, tx, { purpose: 'enrol', linkId: link.value.id, memberId }),
    )
    const options = await creationOptions(party, {
      challenge,
      member: { name, userHandle: handleOf(memberId) },
      workspaceName: link.value.workspaceName,
    })
    return ok({ challengeId, ...options })
  }

  /** Uses the link up: member, passkey, recovery codes and a session, all or none. */
  async function finish(token: string, { name, email, attestation }: Joining, visit: Visit) {
    const link = await read(token)
    if (!link.ok) return link
    const asked = await takeAsked(link.value, attestation)
    if (!asked) return fail('CHALLENGE_INVALID')
    const passkey = await verifyCreation(party, asked.challenge, attestation)
    if (!passkey.ok) return passkey
    const person = {
      name,
      email: link.value.email || (email ?? '').toLowerCase(),
      memberId: asked.memberId,
    }
    return admit(link.value, person, passkey.value, visit)
  }

  /** Taken out in a transaction of its own: an answer that is refused uses the challenge up too. */
  function takeAsked(link: EnrolmentLink, { response }: RegistrationResponseJSON) {
    const challenge = challengeOf(response.clientDataJSON)
    return deps.db.asWorker(async (tx) => {
      const id = challenge && (await findChallengeOfLink(tx, link.id, challenge))
      return id === undefined ? undefined : takeChallenge(deps, tx, 'enrol', id)
    })
  }

  async function admit(
    link: EnrolmentLink,
    { name, email, memberId }: { name: string; email: string; memberId: string },
    passkey: Passkey,
    visit: Visit,
  ) {
    const { partnerId, role } = link
    const at = deps.realTime()
    const member = { partnerId, memberId, name, role, email, userHandle: handleOf(memberId) }
    const done = await deps.db
      .asWorker(async (tx) => {
        if (!(await spendLink(tx, link, { memberId, at }))) return fail('ENROLMENT_LINK_INVALID')
        const others = await listMembers(tx, partnerId)
        await insertMember(tx, member, at)
        if (!(await insertPasskey(tx, member, { ...passkey, name: visit.agent }, at)))
          throw new PasskeyTaken()
        const recoveryCodes = await issueRecoveryCodes({ deps, hash }, tx, member)
        const { credentialId } = passkey
        const opened = await sessions.open(tx, member, { ...visit, credentialId })
        await recordAudit(tx, actingMember(member, visit.requestId), {
          action: 'member.enrol',
          object: { kind: 'member', id: formatId('mem', memberId) },
          after: { role, ...countNotified(others) },
        })
        return ok({ opened, recoveryCodes, others })
      })
      .catch(failIfTaken)
    if (!done.ok) return done
    const { opened, recoveryCodes, others } = done.value
    void mailNotice(deps, partnerId, others, notices.joined(name, role))
    return ok({ ...opened, recoveryCodes })
  }
}

const handleOf = (memberId: string) => staffUserHandle(formatId('mem', memberId))

/** Thrown so that the transaction is undone and the link stays usable. */
class PasskeyTaken extends Error {}

function failIfTaken(error: unknown) {
  if (error instanceof PasskeyTaken) return fail('PASSKEY_EXISTS')
  throw error
}
