import type { InputOf, wallets } from '@corridor/contract'
import { ok } from '@corridor/domain'
import type { OpenedSession } from '@corridor/signer'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { recordEndedMethods } from '../base/ended-methods.ts'
import { walletEvent } from '../base/event.ts'
import type { WalletOwner } from '../base/owner.ts'
import { endSessions } from '../base/session-ends.ts'
import { keepSession } from '../base/session-store.ts'
import { invalid, refusalOf, required } from '../base/signer-failures.ts'
import type { CodeNotices } from './code-notices.ts'

type SessionRequest = InputOf<typeof wallets.startSession>['body']

const COMPRESSED_LENGTH = 66

/** Sessions: fifteen minutes in which a key signs for an entity. */
export function createSessions(deps: Deps, owner: WalletOwner, notices: CodeNotices) {
  return { openSession, recordSession, endSession, recordSessionEnd }

  /**
   * Fifteen minutes from now, by a code or an identity token. The key travels sealed, or is one that
   * the client made and keeps.
   */
  async function openSession(caller: Caller, entityId: string, request: SessionRequest) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const asked = readRequest(entityId, request)
    if (!asked.ok) return asked
    const opened = await deps.signer.openSession(asked.value)
    const notified = { entityId, email: entity.value.email }
    if (opened.ok) {
      if (!('oidcToken' in asked.value)) await notices.sessionOpened(caller, notified, opened.value)
      return opened
    }
    await notices.notify(caller, notified, opened.failure.notice)
    if (request.verificationToken === undefined) return refusalOf(opened.failure)
    const field = 'verificationToken'
    return refusalOf(opened.failure, { OTP_INVALID: field, OTP_EXPIRED: field })
  }

  async function recordSession(tx: Tx, caller: Caller, entityId: string, session: OpenedSession) {
    const { partnerId } = caller
    const { sessionId, authId } = session
    if (session.authActivated)
      await recordEvent(
        tx,
        walletEvent(partnerId, entityId, {
          eventStatus: 'auth_added',
          status: 'ACTIVE',
          previousStatus: 'PENDING_VERIFICATION',
          authId,
        }),
      )
    await recordEndedMethods(tx, partnerId, entityId, session.endedAuthIds)
    await keepSession(tx, { partnerId, entityId, sessionId, expiresAt: session.expiresAt })
    await recordEvent(
      tx,
      walletEvent(partnerId, entityId, {
        eventStatus: 'session_started',
        status: 'ACTIVE',
        sessionId,
      }),
    )
    await endSessions(tx, partnerId, session.revokedSessionIds)
    await recordAudit(tx, caller, {
      action: 'wallet.start-session',
      object: { kind: 'entity', id: entityId },
      after: { sessionId: session.sessionId, authId: session.authId },
    })
  }

  /** Ends a session at once; it only takes a right away, so the partner's request is enough. */
  async function endSession(caller: Caller, entityId: string, sessionId: string) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const ended = await deps.signer.revokeSession({ entityId, sessionId })
    return ended.ok ? ended : refusalOf(ended.failure)
  }

  async function recordSessionEnd(tx: Tx, caller: Caller, entityId: string, sessionId: string) {
    await endSessions(tx, caller.partnerId, [sessionId])
    await recordAudit(tx, caller, {
      action: 'wallet.end-session',
      object: { kind: 'entity', id: entityId },
      after: { sessionId },
    })
  }
}

/** Exactly one proof, and the key it is for. */
function readRequest(entityId: string, request: SessionRequest) {
  const { otpId, otpCode, oidcToken, verificationToken, clientSignature } = request
  const byCode = otpId !== undefined || otpCode !== undefined
  if (byCode && oidcToken !== undefined)
    return invalid('oidcToken', 'Send either a code or an identity token, not both.')
  if (verificationToken !== undefined) {
    if (byCode || oidcToken !== undefined)
      return invalid('verificationToken', 'Send one proof only: the code is proven by this token.')
    const { publicKey } = request
    if (publicKey === undefined) return required('publicKey', 'This field is required.')
    if (clientSignature === undefined) return required('clientSignature', 'This field is required.')
    return ok({ entityId, publicKey, verificationToken, clientSignature })
  }
  const key = keyOf(request)
  if (key === undefined) return required('targetPublicKey', 'This field is required.')
  if (oidcToken !== undefined) return ok({ entityId, ...key, oidcToken })
  if (otpId === undefined) return required('otpId', 'This field is required.')
  if (otpCode === undefined) return required('otpCode', 'This field is required.')
  return ok({ entityId, ...key, otpId, otpCode })
}

/** `publicKey` alone is the client's own where it is compressed, and another name of the target else. */
function keyOf({ targetPublicKey, ephemeralPublicKey, publicKey }: SessionRequest) {
  const target = targetPublicKey ?? ephemeralPublicKey
  if (target !== undefined) return { targetPublicKey: target }
  if (publicKey === undefined) return undefined
  return publicKey.length === COMPRESSED_LENGTH ? { publicKey } : { targetPublicKey: publicKey }
}
