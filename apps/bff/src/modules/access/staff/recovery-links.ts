import { timingSafeEqual } from 'node:crypto'
import { fail, formatId, ok } from '@corridor/domain'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Tx } from '../../../db/open.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { spendLink } from '../link-store.ts'
import * as store from '../recovery-link-store.ts'
import { issueChallenge, takeChallenge } from './challenge-store.ts'
import { insertPasskey, type Passkey } from './member-store.ts'
import { addressHint, countNotified, notices, mailNotice } from './notices.ts'
import { creationOptions, staffUserHandle, verifyCreation } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { lockMember } from './session-store.ts'
import { noteMember } from './team.ts'
import { listMembers } from './team-store.ts'
import { actingMember, type SignInParts, type Visit } from './visit.ts'

/** Real time. */
const codeLifeMs = 10 * 60_000
const triesMax = 3
const codesMax = 5

/** What the colleague does with a link to recover access: a code by mail, then a new passkey. */
export function createRecoveryLinks({ deps, hash, party, sessions }: SignInParts) {
  return { read, sendCode, options, finish }

  /** What the link is for, while it can be used; the address is shortened. */
  async function read(token: string) {
    const link = await find(token)
    if (!link) return fail('RECOVERY_LINK_INVALID')
    const { workspaceName, memberName: name, email, expiresAt } = link
    return ok({
      workspaceName,
      name,
      sentTo: addressHint(email),
      expiresAt: expiresAt.toISOString(),
    })
  }

  /** Mails a new code; the one before is worth nothing any more. */
  async function sendCode(token: string) {
    const link = await find(token)
    if (!link || link.email === '') return fail('RECOVERY_LINK_INVALID')
    const code = drawCode()
    const isPut = await deps.db.asWorker((tx) =>
      store.putCode(tx, link, {
        hash: hash('recovery-mail', `${link.id}\n${code}`),
        expiresAt: new Date(deps.realTime().getTime() + codeLifeMs),
        sentMax: codesMax,
      }),
    )
    if (!isPut) return fail('RECOVERY_CODES_SPENT')
    try {
      await deps.post.send(link.partnerId, {
        channel: 'EMAIL',
        to: link.email,
        subject: 'Your code to recover access',
        text: `${code} is your code to make a new passkey for ${link.workspaceName}. It expires in ten minutes. Type it only on the page that you opened by the link of your colleague, and give it to nobody, colleagues included. If you did not ask for it, tell an owner of your team.`,
        code,
      })
    } catch (error) {
      deps.log.error({ err: error }, 'a code to recover access could not be sent')
      return fail('RECOVERY_CODE_UNSENT')
    }
    return ok({ sentTo: addressHint(link.email), codesLeft: codesMax - link.codesSent - 1 })
  }

  /** Options for creating the new passkey, for whoever knows the code; it is used up by that. */
  async function options(token: string, code: string) {
    const link = await find(token)
    if (!link) return fail('RECOVERY_LINK_INVALID')
    // In a transaction of its own, which a wrong code does not undo.
    const isRight = link.email === '' || (await deps.db.asWorker((tx) => takeCode(tx, link, code)))
    if (!isRight) return fail('RECOVERY_MAIL_CODE_INVALID')
    const { id: linkId, memberId, memberName: name, workspaceName } = link
    const { challengeId, challenge } = await deps.db.asWorker((tx) =>
      issueChallenge(deps, tx, { purpose: 'recover_by_link', linkId, memberId }),
    )
    const member = { name, userHandle: staffUserHandle(formatId('mem', memberId)) }
    return ok({
      challengeId,
      ...(await creationOptions(party, { challenge, member, workspaceName })),
    })
  }

  /** The new passkey is the only one; recovery codes are new, too. Role, votes and history stay. */
  async function finish(
    token: string,
    { challengeId, attestation }: { challengeId: string; attestation: RegistrationResponseJSON },
    visit: Visit,
  ) {
    const asked = await deps.db.asWorker((tx) =>
      takeChallenge(deps, tx, 'recover_by_link', challengeId),
    )
    const link = await find(token)
    if (!link) return fail('RECOVERY_LINK_INVALID')
    if (asked?.linkId !== link.id) return fail('CHALLENGE_INVALID')
    const passkey = await verifyCreation(party, asked.challenge, attestation)
    if (!passkey.ok) return passkey
    return admit(link, passkey.value, visit)
  }

  async function admit(link: store.RecoveryLink, passkey: Passkey, visit: Visit) {
    const { partnerId, memberId } = link
    const at = deps.realTime()
    const done = await deps.db
      .asWorker(async (tx) => {
        if (!(await lockMember(tx, link))) return fail('RECOVERY_LINK_INVALID')
        const made = { ...passkey, name: visit.agent }
        if (!(await insertPasskey(tx, link, made, at))) return fail('PASSKEY_EXISTS')
        if (!(await spendLink(tx, link, { memberId, at }))) throw new LinkUsed()
        const recoveryCodes = await issueRecoveryCodes({ deps, hash }, tx, link)
        const { credentialId } = passkey
        const opened = await sessions.open(tx, link, { ...visit, credentialId })
        const team = await listMembers(tx, partnerId)
        const others = team.filter((member) => member.memberId !== memberId)
        const by = actingMember(link, visit.requestId)
        await noteMember(tx, by, link, 'recovered')
        await recordAudit(tx, by, {
          action: 'member.recover',
          object: { kind: 'member', id: formatId('mem', memberId) },
          after: { byLink: true, ...countNotified(others) },
        })
        return ok({ opened, recoveryCodes, team })
      })
      .catch(failIfUsed)
    if (!done.ok) return done
    const { opened, recoveryCodes, team } = done.value
    deps.wake.notify('events')
    void mailNotice(deps, partnerId, team, notices.recoveredByLink(link.memberName))
    return ok({ ...opened, recoveryCodes })
  }

  function find(token: string) {
    return deps.db.asWorker((tx) =>
      store.findRecoveryLink(tx, hash('recovery-link', token), deps.realTime()),
    )
  }

  async function takeCode(tx: Tx, link: store.RecoveryLink, code: string): Promise<boolean> {
    const held = await store.tryCode(tx, link, { at: deps.realTime(), triesMax })
    const given = hash('recovery-mail', `${link.id}\n${code}`)
    if (!held || !timingSafeEqual(held, given)) return false
    await store.dropCode(tx, link)
    return true
  }

  function drawCode(): string {
    const drawn = Buffer.from(deps.random(8)).readBigUInt64BE()
    return String(drawn % 1_000_000n).padStart(6, '0')
  }
}

/** Thrown so that the passkey of the slower one of two is undone. */
class LinkUsed extends Error {}

function failIfUsed(error: unknown) {
  if (error instanceof LinkUsed) return fail('RECOVERY_LINK_INVALID')
  throw error
}
