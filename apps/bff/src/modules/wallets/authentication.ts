import { fail, ok, type Result } from '@corridor/domain'
import type { OpenedSession, RegisteredMethod } from '@corridor/signer'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Caller } from '../../api/request/caller.ts'
import { detail } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import { walletEvent } from './event.ts'
import type { WalletOwner } from './owner.ts'
import { keepSession } from './session-store.ts'
import { endSessions } from './session-ends.ts'
import { refusalOf, type WalletFailure } from './signer-failures.ts'
import { markRecorded } from './store.ts'

export type AuthChoice = {
  authType: string
  apiKey?: { apiKeyName: string; publicKey: string } | undefined
  oauthProvider?: { providerName: string; oidcToken: string } | undefined
  email?: string | undefined
  phoneNumber?: string | undefined
}
export type AuthRequest = AuthChoice & {
  activityId?: string | undefined
  payloadSignature?: string | undefined
  signatureType?: string | undefined
}
export type SessionRequest = {
  targetPublicKey?: string | undefined
  ephemeralPublicKey?: string | undefined
  publicKey?: string | undefined
  otpId?: string | undefined
  otpCode?: string | undefined
  oidcToken?: string | undefined
}
type Registered = RegisteredMethod & { isNew: boolean; activityId: string | undefined }

/** Primary methods, one-time codes and sessions: what comes before any signature. */
export function createAuthentication(deps: Deps, owner: WalletOwner) {
  return { register, recordRegistered, sendCode, openSession, recordSession }

  /**
   * First method on the partner's request alone; a further one with the stamp of an existing one.
   */
  async function register(
    caller: Caller,
    entityId: string,
    request: AuthRequest,
  ): Promise<Result<Registered, WalletFailure>> {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const method = readMethod(request)
    if (!method.ok) return method
    const { activityId, payloadSignature, signatureType } = request
    const parts = [activityId, payloadSignature, signatureType].filter((part) => part !== undefined)
    if (parts.length > 0 && parts.length < 3)
      return required('activityId', 'Send activityId, payloadSignature and signatureType together.')
    const authId = deps.ids.make('auth')
    const registered = await deps.signer.registerCredential({
      entityId,
      partnerId: caller.svcPartnerId,
      authId,
      ...method.value,
      ...(activityId !== undefined && payloadSignature !== undefined && signatureType !== undefined
        ? { authorisation: { activityId, stamp: payloadSignature, signatureType } }
        : {}),
    })
    if (!registered.ok) return refusalOf(registered.failure)
    const isNew = activityId !== undefined || registered.value.authId === authId
    return ok({ ...registered.value, isNew, activityId })
  }

  async function recordRegistered(
    tx: Tx,
    caller: Caller,
    entityId: string,
    method: Registered,
  ): Promise<void> {
    const { isNew, activityId } = method
    if (!isNew) return
    if (activityId && !(await markRecorded(tx, caller.partnerId, activityId))) return
    await recordEvent(
      tx,
      walletEvent(caller.partnerId, entityId, {
        eventStatus: 'auth_added',
        status: method.status,
        activityId,
        authId: method.authId,
        authType: method.authType,
      }),
    )
    await recordEndedMethods(tx, caller.partnerId, entityId, method.endedAuthIds)
    await recordAudit(tx, caller, {
      action: 'wallet.register-auth',
      object: { kind: 'entity', id: entityId },
      after: { authId: method.authId, authType: method.authType },
    })
  }

  /** Sends a code; the answer is the same whether or not a wallet has this contact. */
  async function sendCode(
    caller: Caller,
    entityId: string,
    request: {
      otpType?: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' | undefined
      contact?: string | undefined
    },
  ) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const { authMethods } = await deps.signer.listCredentials(entityId)
    const live = authMethods.filter((method) => method.status !== 'REVOKED' && method.contact)
    const asked =
      request.otpType ?? (live[0]?.authType === 'SMS_Auth' ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL')
    const channel = asked === 'OTP_TYPE_SMS' ? ('SMS' as const) : ('EMAIL' as const)
    const known = live.find(
      (method) => method.authType === (channel === 'SMS' ? 'SMS_Auth' : 'Email_Auth'),
    )
    const own = channel === 'SMS' ? entity.value.phone_number : entity.value.email
    const contact = request.contact ?? known?.contact ?? own
    const issued = await deps.signer.issueCode({
      entityId,
      partnerId: caller.svcPartnerId,
      channel,
      contact,
    })
    if (!issued.ok) return refusalOf(issued.failure)
    const { otpId, code, expiresAt, resendAfter } = issued.value
    if (code !== null)
      await deps.post.send(caller.partnerId, {
        channel,
        to: contact,
        subject: 'Your code',
        text: `${code} is your code. It expires in five minutes. Never share it with anyone.`,
        code,
        otpId,
        entityId,
      })
    return ok({
      otpId,
      channel,
      destinationMasked: masked(channel, contact),
      expiresAt,
      resendAfter,
    })
  }

  /** Fifteen minutes from now, by a code or an identity token; the key travels sealed. */
  async function openSession(caller: Caller, entityId: string, request: SessionRequest) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const targetPublicKey =
      request.targetPublicKey ?? request.ephemeralPublicKey ?? request.publicKey
    if (targetPublicKey === undefined) return required('targetPublicKey', 'This field is required.')
    const { otpId, otpCode, oidcToken } = request
    const byCode = otpId !== undefined || otpCode !== undefined
    if (byCode && oidcToken !== undefined)
      return invalid('oidcToken', 'Send either a code or an identity token, not both.')
    if (oidcToken === undefined && otpId === undefined)
      return required('otpId', 'This field is required.')
    if (oidcToken === undefined && otpCode === undefined)
      return required('otpCode', 'This field is required.')
    const proof =
      oidcToken === undefined ? { otpId: otpId ?? '', otpCode: otpCode ?? '' } : { oidcToken }
    const opened = await deps.signer.openSession({ entityId, targetPublicKey, ...proof })
    return opened.ok ? opened : refusalOf(opened.failure)
  }

  async function recordSession(
    tx: Tx,
    caller: Caller,
    entityId: string,
    session: OpenedSession,
  ): Promise<void> {
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
}

/** Methods whose first code was never used, and that another one's use has ended. */
async function recordEndedMethods(
  tx: Tx,
  partnerId: string,
  entityId: string,
  authIds: readonly string[],
): Promise<void> {
  for (const authId of authIds)
    await recordEvent(
      tx,
      walletEvent(partnerId, entityId, {
        eventStatus: 'auth_revoked',
        status: 'REVOKED',
        previousStatus: 'PENDING_VERIFICATION',
        authId,
      }),
    )
}

const required = (path: string, message: string) =>
  fail({ code: 'FIELD_REQUIRED' as const, details: [detail(path, 'FIELD_REQUIRED', message)] })
const invalid = (path: string, message: string) =>
  fail({ code: 'FIELD_INVALID' as const, details: [detail(path, 'FIELD_INVALID', message)] })

type Method = {
  authType: string
  publicKey?: string
  name?: string
  contact?: string
  oidcToken?: string
}

/** The member that belongs to `authType`; an unknown type is refused. */
export function readMethod(request: AuthChoice): Result<Method, WalletFailure> {
  const { authType } = request
  switch (authType) {
    case 'API_Key':
      return request.apiKey
        ? ok({ authType, publicKey: request.apiKey.publicKey, name: request.apiKey.apiKeyName })
        : required('apiKey', 'This field is required.')
    case 'Email_Auth':
      return request.email
        ? ok({ authType, contact: request.email })
        : required('email', 'This field is required.')
    case 'SMS_Auth':
      if (!request.phoneNumber) return required('phoneNumber', 'This field is required.')
      return isValidPhoneNumber(request.phoneNumber)
        ? ok({ authType, contact: request.phoneNumber })
        : invalid('phoneNumber', 'This is no valid phone number.')
    case 'OAuth':
      return request.oauthProvider
        ? ok({
            authType,
            name: request.oauthProvider.providerName,
            oidcToken: request.oauthProvider.oidcToken,
          })
        : required('oauthProvider', 'This field is required.')
    case 'Passkey':
      return fail({
        code: 'PASSKEY_IS_SECONDARY',
        details: [
          detail(
            'authType',
            'PASSKEY_IS_SECONDARY',
            'Register a primary method first, then add the passkey.',
          ),
        ],
      })
    default:
      return invalid('authType', 'Use API_Key, OAuth, Email_Auth or SMS_Auth.')
  }
}

/** `a•••@example.com`, `+44•••••12`: enough to recognise, not enough to learn. */
function masked(channel: 'EMAIL' | 'SMS', contact: string): string {
  if (channel === 'SMS') return `${contact.slice(0, 3)}•••••${contact.slice(-2)}`
  const [name = '', host = ''] = contact.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}
