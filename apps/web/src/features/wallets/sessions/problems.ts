import { errorText, isApiError } from '../../../api/errors.ts'
import { SessionNotOpened } from '../../../signing/session.ts'
import { t } from '../../../messages/text.ts'

const texts: Record<string, string> = {
  OTP_INVALID: t('This code is wrong or was used. Check it, or send a new one.'),
  OTP_EXPIRED: t('This code has expired. Send a new one.'),
  SESSION_EXPIRED: t('The session has ended. Nothing was changed. Send a new code to continue.'),
  RATE_LIMITED: t('Too many codes or wrong tries. Wait a few minutes, then send a new code.'),
  ACTIVITY_EXPIRED: t('This took longer than five minutes and was stopped. Try again.'),
  ACTIVITY_ALREADY_SUBMITTED: t('This step is already done. Reload the page to continue.'),
  PRIMARY_AUTH_REQUIRED: t('Only the entity’s own e-mail or phone session may do this.'),
  SIGNATURE_INVALID: t('The signature was refused. Nothing was changed. Try again.'),
  SIGNATURE_TYPE_INVALID: t('This key may not sign for this step. Nothing was changed.'),
  PUBLIC_KEY_INVALID: t('This browser’s key was refused. Reload the page and start again.'),
  OIDC_TOKEN_INVALID: t(
    'The identity token is not accepted: it may have ended, be used already, or be of an issuer that is not allowed.',
  ),
  OIDC_NONCE_MISMATCH: t(
    'The identity token was made for another nonce. Ask for one with the nonce shown.',
  ),
  LAST_PRIMARY_AUTH: t(
    'The last primary method cannot be revoked: nobody could sign for the wallet any more.',
  ),
  VERSION_CONFLICT: t(
    'Somebody has changed this meanwhile. Nothing was changed. Look at it again.',
  ),
}

/** Why something about a wallet failed, whether something changed, and what to do. */
export function walletProblem(error: unknown): string {
  if (isApiError(error)) return texts[error.code] ?? errorText(error)
  if (error instanceof SigningStopped || error instanceof SessionNotOpened) return error.message
  return errorText(error)
}

/** What this page itself ended; its message is for people. */
export class SigningStopped extends Error {}

/** What a code's refusal says at its field; anything else is about the step. */
export function isAboutCode(error: unknown): boolean {
  return isApiError(error, 'OTP_INVALID') || isApiError(error, 'OTP_EXPIRED')
}
