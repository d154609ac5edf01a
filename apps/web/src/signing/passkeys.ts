import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { t } from '../messages/text.ts'

/**
 * Why a ceremony brought nothing. Browsers fold cancel, timeout and missing credential into one error on purpose,
 * so `CLOSED` cannot say more.
 */
export type CeremonyFailure = 'CLOSED' | 'ALREADY_REGISTERED' | 'DEVICE' | 'ORIGIN'

export type Ceremony<T> =
  | { ok: true; value: T }
  | { ok: false; failure: CeremonyFailure; diagnostic: string }

/** What a person reads; the same neutral text for everything that ends as `NotAllowedError`. */
export const ceremonyText: Record<CeremonyFailure, string> = {
  CLOSED: t('The request was closed or timed out. Nothing was sent.'),
  ALREADY_REGISTERED: t('This device already has a passkey for this account.'),
  DEVICE: t('This device or browser cannot use this passkey.'),
  ORIGIN: t('Passkeys do not work at this address. Open the console by its own address.'),
}

/** Asks for an existing passkey. Call it straight from a click: the browser wants to see the gesture. */
export function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  timeoutMs?: number,
): Promise<Ceremony<AuthenticationResponseJSON>> {
  return run(() => startAuthentication({ optionsJSON }), timeoutMs)
}

/** Creates a passkey; also straight from a click. */
export function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  timeoutMs?: number,
): Promise<Ceremony<RegistrationResponseJSON>> {
  return run(() => startRegistration({ optionsJSON }), timeoutMs)
}

/** Ends a ceremony that is open, for instance when the quote behind it has expired. */
export function cancelCeremony(): void {
  WebAuthnAbortService.cancelCeremony()
}

async function run<T>(ceremony: () => Promise<T>, timeoutMs?: number): Promise<Ceremony<T>> {
  const timer = timeoutMs === undefined ? undefined : setTimeout(cancelCeremony, timeoutMs)
  try {
    return { ok: true, value: await ceremony() }
  } catch (error) {
    return { ok: false, ...readFailure(error) }
  } finally {
    clearTimeout(timer)
  }
}

function readFailure(error: unknown): { failure: CeremonyFailure; diagnostic: string } {
  const name = error instanceof Error ? error.name : 'Error'
  const diagnostic = error instanceof Error ? `${name}: ${error.message}` : String(error)
  if (name === 'InvalidStateError') return { failure: 'ALREADY_REGISTERED', diagnostic }
  if (name === 'SecurityError') return { failure: 'ORIGIN', diagnostic }
  if (name === 'NotAllowedError' || name === 'AbortError') return { failure: 'CLOSED', diagnostic }
  return { failure: 'DEVICE', diagnostic }
}
