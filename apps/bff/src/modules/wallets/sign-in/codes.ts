import { fail, ok } from '@corridor/domain'
import type { VerifiedCode } from '@corridor/signer'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { Message } from '../../../ports/mail.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { masked, phoneNumberOf } from '../base/contact.ts'
import type { WalletOwner } from '../base/owner.ts'
import { invalid, refusalOf } from '../base/signer-failures.ts'
import type { CodeNotices } from './code-notices.ts'

export type CodeRequest = {
  otpType?: 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' | undefined
  contact?: string | undefined
}

/** Seconds after which a gateway that did not answer may be asked again. */
const RETRY_SECONDS = 5

/** One-time codes: sent by e-mail or SMS, and proven without showing them on the way. */
export function createCodes(deps: Deps, owner: WalletOwner, notices: CodeNotices) {
  return { sendCode, verifyCode, recordVerified }

  /** Sends a code; the answer is the same whether or not a wallet has this contact. */
  async function sendCode(caller: Caller, entityId: string, request: CodeRequest) {
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
    const given = channel === 'SMS' ? phoneNumberOf(request.contact ?? '') : request.contact
    if (request.contact !== undefined && given === undefined)
      return invalid('contact', 'This is no valid phone number.')
    const issued = await deps.signer.issueCode({
      entityId,
      partnerId: caller.svcPartnerId,
      channel,
      contact: given ?? known?.contact ?? own,
      smsPerHour: deps.config.SMS_PER_HOUR,
    })
    if (!issued.ok) {
      await notices.notify(caller, { entityId, email: entity.value.email }, issued.failure.notice)
      return refusalOf(issued.failure)
    }
    const { code, contact, ...answer } = issued.value
    const { otpId } = answer
    if (code !== null) {
      const message = {
        channel,
        to: contact,
        subject: 'Your code',
        text: `${code} is your code. It expires in five minutes. Never share it with anyone.`,
        code,
        otpId,
        entityId,
      }
      // The code that may or may not have arrived is of no use: nobody received its id.
      if (!(await isSent(caller, message)))
        return fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: RETRY_SECONDS })
    }
    return ok({ ...answer, channel, destinationMasked: masked(channel, contact) })
  }

  async function isSent({ partnerId }: Caller, message: Message): Promise<boolean> {
    try {
      await deps.post.send(partnerId, message)
      return true
    } catch (error) {
      deps.log.error({ err: error, channel: message.channel }, 'a code could not be sent')
      return false
    }
  }

  /** A token for whoever holds the code and the key that was sealed with it. */
  async function verifyCode(
    caller: Caller,
    entityId: string,
    sent: { otpId: string; encryptedOtpBundle: string },
  ) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const verified = await deps.signer.verifyCode({ entityId, ...sent })
    if (verified.ok) return verified
    await notices.notify(caller, { entityId, email: entity.value.email }, verified.failure.notice)
    const field = 'encryptedOtpBundle'
    const fields = { OTP_INVALID: field, OTP_EXPIRED: field, PUBLIC_KEY_INVALID: field }
    return refusalOf(verified.failure, fields)
  }

  async function recordVerified(
    tx: Tx,
    caller: Caller,
    entityId: string,
    { expiresAt }: VerifiedCode,
  ): Promise<void> {
    await recordAudit(tx, caller, {
      action: 'wallet.verify-otp',
      object: { kind: 'entity', id: entityId },
      after: { expiresAt },
    })
  }
}
