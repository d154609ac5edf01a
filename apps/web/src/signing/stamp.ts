import { stampFromAssertion, webauthnChallenge } from '@corridor/signing/browser'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { askForPasskey, type Ceremony } from './passkeys.ts'

type Descriptor = NonNullable<PublicKeyCredentialRequestOptionsJSON['allowCredentials']>[number]
type Transport = NonNullable<Descriptor['transports']>[number]

/** A wallet's passkey as the API lists it. */
export type WalletPasskey = { credentialId: string; transports: readonly string[] }

export type PasskeyRequest = {
  /** The text to be signed, exactly as it came. */
  payload: string
  /** Passkeys of the wallet's owner; no other may answer, a sign-in passkey least of all. */
  passkeys: readonly WalletPasskey[]
  timeoutMs: number
  /** Asks for a phone or a key instead of this device. */
  otherDevice?: boolean
}

const transports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const

/**
 * The stamp of a wallet's passkey over a payload (signing-formats.md 3). Call it straight from a
 * click, with everything fetched before: the browser wants to see the gesture.
 */
export async function stampWithPasskey(request: PasskeyRequest): Promise<Ceremony<string>> {
  const answer = await askForPasskey(requestOptions(request), request.timeoutMs)
  return answer.ok ? { ok: true, value: stampFromAssertion(answer.value) } : answer
}

/** @throws {TypeError} without passkeys: an empty list would let any passkey of this site answer */
export function requestOptions(request: PasskeyRequest): PublicKeyCredentialRequestOptionsJSON {
  const { payload, passkeys, timeoutMs, otherDevice } = request
  if (passkeys.length === 0) throw new TypeError('Expected a passkey of the wallet.')
  return {
    challenge: webauthnChallenge(payload).base64url,
    allowCredentials: passkeys.map((passkey) => descriptorOf(passkey, otherDevice)),
    userVerification: 'required',
    timeout: timeoutMs,
    ...(otherDevice ? { hints: ['hybrid', 'security-key'] } : {}),
  }
}

/** Without transports the browser offers every way to reach the passkey, a phone among them. */
function descriptorOf({ credentialId, ...passkey }: WalletPasskey, anyWay = false): Descriptor {
  const known = anyWay ? [] : passkey.transports.flatMap((text) => transportOf(text) ?? [])
  return {
    id: credentialId,
    type: 'public-key',
    ...(known.length > 0 ? { transports: known } : {}),
  }
}

/** `AUTHENTICATOR_TRANSPORT_INTERNAL` or `internal`; ways nobody knows are left out. */
function transportOf(text: string): Transport | undefined {
  const name = text.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()
  return transports.find((transport) => transport === name)
}
