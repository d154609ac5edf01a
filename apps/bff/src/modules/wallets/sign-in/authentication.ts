import { fail, ok, type Result } from '@corridor/domain'
import type { RegisteredMethod } from '@corridor/signer'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { isMasked, maskedEmail } from '../../entities/masking.ts'
import { phoneNumberOf } from '../base/contact.ts'
import { labelOf } from '../base/bodies.ts'
import { sendNotice } from '../base/notices.ts'
import { walletEvent } from '../base/event.ts'
import type { WalletOwner } from '../base/owner.ts'
import { recordEndedMethods } from '../base/ended-methods.ts'
import { invalid, refusalOf, required, type WalletFailure } from '../base/signer-failures.ts'
import { isMethodNotified, markRecorded } from '../base/store.ts'

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
type Registered = RegisteredMethod & { isNew: boolean; activityId: string | undefined }

/** Primary methods: what comes before any signature. */
export function createAuthentication(deps: Deps, owner: WalletOwner) {
  return { register, recordRegistered, notifyOwner }

  /**
   * First method on the partner's request alone; a further one with the stamp of an existing one.
   */
  async function register(caller: Caller, entityId: string, request: AuthRequest) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const method = readMethod(withOwnAddress(request, entity.value.email))
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
    await deps.faults.reach('activity', 'after_effect')
    if (!registered.ok) return refusalOf(registered.failure)
    const isNew = activityId !== undefined || registered.value.authId === authId
    return ok({ ...registered.value, isNew, activityId })
  }

  async function recordRegistered(tx: Tx, caller: Caller, entityId: string, method: Registered) {
    const { activityId, authId } = method
    const isNotifiedNow = activityId
      ? await markRecorded(tx, caller.partnerId, activityId)
      : !(await isMethodNotified(tx, caller.partnerId, entityId, authId))
    if (!isNotifiedNow) return
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

  /** Of a further method, which whoever signed for it could keep for himself. */
  async function notifyOwner(caller: Caller, entityId: string, method: Registered): Promise<void> {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return
    const label = labelOf(method)
    await sendNotice(
      deps,
      caller.partnerId,
      { email: entity.value.email, entityId },
      {
        subject: 'A way to sign in to your wallets was added',
        text: `${method.authType}${label ? `, ${label}` : ''}. If this was not you, revoke it, and the method that signed for it.`,
      },
    )
  }
}

type Method = {
  authType: string
  publicKey?: string
  name?: string
  contact?: string
  oidcToken?: string
}

/** The customer's own address may be sent as a member of the dashboard reads it. */
const withOwnAddress = (request: AuthChoice, own: string): AuthChoice =>
  request.email === maskedEmail(own) ? { ...request, email: own } : request

/** The member that belongs to `authType`; an unknown type is refused, and so is a mask. */
export function readMethod(request: AuthChoice): Result<Method, WalletFailure> {
  const { authType } = request
  switch (authType) {
    case 'API_Key':
      return request.apiKey
        ? ok({ authType, publicKey: request.apiKey.publicKey, name: request.apiKey.apiKeyName })
        : required('apiKey', 'This field is required.')
    case 'Email_Auth':
      if (isMasked(request.email)) return invalid('email', 'This is masked. Send the whole value.')
      return request.email
        ? ok({ authType, contact: request.email })
        : required('email', 'This field is required.')
    case 'SMS_Auth': {
      if (!request.phoneNumber) return required('phoneNumber', 'This field is required.')
      const contact = phoneNumberOf(request.phoneNumber)
      return contact === undefined
        ? invalid('phoneNumber', 'This is no valid phone number.')
        : ok({ authType, contact })
    }
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
