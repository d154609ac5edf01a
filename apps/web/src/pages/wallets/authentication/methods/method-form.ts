import { call, type InputOf, wallets } from '../../../../api/call.ts'
import { signActivity } from '../../../../features/wallets/sessions/sign-activity.ts'
import type { AskedActivity } from '../../../../signing/activities.ts'
import type { SigningSession } from '../../../../signing/session.ts'
import { t } from '../../../../messages/text.ts'

export const methodTypes = ['API_Key', 'Email_Auth', 'SMS_Auth', 'OAuth'] as const

export type MethodForm = {
  authType: (typeof methodTypes)[number]
  /** Of the key or the provider. */
  name: string
  publicKey: string
  email: string
  phoneNumber: string
  oidcToken: string
}
export type MethodProblems = Partial<Record<keyof MethodForm, string>>

type Choice = InputOf<typeof wallets.registerAuthPrepare>['body']

/** What is missing or cannot be right; the service has the last word. */
export function checkMethod(form: MethodForm): MethodProblems {
  switch (form.authType) {
    case 'Email_Auth':
      return /^[^\s@]+@[^\s@]+$/.test(form.email.trim())
        ? {}
        : { email: t('Enter an e-mail address') }
    case 'SMS_Auth':
      return /^\+\d[\d\s()-]{5,}$/.test(form.phoneNumber.trim())
        ? {}
        : { phoneNumber: t('Write it with its country code, such as +44 20 7946 0958') }
    case 'OAuth':
      return {
        ...(form.name.trim() ? {} : { name: t('Enter a name') }),
        ...(form.oidcToken.trim() ? {} : { oidcToken: t('Enter the token') }),
      }
    default:
      return {
        ...(form.name.trim() ? {} : { name: t('Enter a name') }),
        ...(/^([0-9a-f]{66}|[0-9a-f]{130})$/i.test(form.publicKey.trim())
          ? {}
          : { publicKey: t('Enter 66 or 130 hexadecimal characters') }),
      }
  }
}

/** Adds it at once where it is the first; else a session of a present one signs for it. */
export async function addMethod(
  entityId: string,
  form: MethodForm,
  session: SigningSession | undefined,
): Promise<void> {
  const params = { entityId }
  const choice = choiceOf(form)
  if (!session) {
    await call(wallets.registerAuth, { params, body: choice })
    return
  }
  const { data: prepared } = await call(wallets.registerAuthPrepare, { params, body: choice })
  const stamped = await signActivity({ session, passkeys: [] }, prepared, askedFor(entityId, form))
  await call(wallets.registerAuth, { params, body: { ...choice, ...stamped } })
}

function choiceOf({ authType, ...form }: MethodForm): Choice {
  const name = form.name.trim()
  switch (authType) {
    case 'Email_Auth':
      return { authType, email: form.email.trim() }
    case 'SMS_Auth':
      return { authType, phoneNumber: form.phoneNumber.trim() }
    case 'OAuth':
      return {
        authType,
        oauthProvider: { providerName: name, oidcToken: form.oidcToken.trim() },
      }
    default:
      return { authType, apiKey: { apiKeyName: name, publicKey: form.publicKey.trim() } }
  }
}

/** What the prepared text has to say of it; contacts and keys stand there in their normal form. */
export function askedFor(entityId: string, form: MethodForm): AskedActivity {
  const { authType } = form
  const type = 'ACTIVITY_TYPE_CREATE_AUTH_METHOD'
  const name = form.name.trim()
  switch (authType) {
    case 'Email_Auth': {
      const wanted = form.email.trim().toLowerCase()
      const contact = (value: unknown) => String(value).toLowerCase() === wanted
      return { entityId, type, parameters: { authType, contact } }
    }
    case 'SMS_Auth': {
      const wanted = digitsOf(form.phoneNumber)
      const contact = (value: unknown) => isSameNumber(digitsOf(String(value)), wanted)
      return { entityId, type, parameters: { authType, contact } }
    }
    case 'OAuth': {
      const { iss, sub, aud } = claimsOf(form.oidcToken.trim())
      const audience = (value: unknown) => [aud].flat().includes(value)
      const issuer = (value: unknown) => value === iss
      const subject = (value: unknown) => value === sub
      // The digest of the token that was just sent: whichever it is, it opens nothing else.
      const oidcTokenHash = (value: unknown) => /^[0-9a-f]{64}$/.test(String(value))
      const parameters = { authType, providerName: name, issuer, audience, subject, oidcTokenHash }
      return { entityId, type, parameters }
    }
    default: {
      const wanted = form.publicKey.trim().toLowerCase()
      const publicKey = (value: unknown) => isSameKey(String(value), wanted)
      return { entityId, type, parameters: { authType, apiKeyName: name, publicKey } }
    }
  }
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** A number may be typed with the zero that its country code replaces: +44 (0)20 … */
function isSameNumber(found: string, wanted: string): boolean {
  return found === wanted || found === wanted.replace(/^(\d{1,3}?)0/, '$1')
}

/** The compressed form of a key holds its first coordinate whole. */
function isSameKey(found: string, wanted: string): boolean {
  return found === wanted || (wanted.length === 130 && found.slice(2) === wanted.slice(2, 66))
}

function claimsOf(token: string): { iss?: unknown; sub?: unknown; aud?: unknown } {
  try {
    const middle = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(middle), (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as object
  } catch {
    return {}
  }
}
