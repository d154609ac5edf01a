import { fail, ok } from '@corridor/domain'
import {
  equalBytes,
  fromBase64Url,
  readAuthenticatorData,
  readCoseKey,
  REGISTRATION_ALGORITHMS,
  toBase64Url,
  verifyAssertion,
} from '@corridor/signing'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isPlainClientData } from './client-data.ts'
import type { Member, Passkey, PasskeyOfMember } from './member-store.ts'

/** Where the dashboard is served: passkeys work for this host and origin alone. */
export type RelyingParty = { rpId: string; origin: string }

const rpName = 'Corridor'
const timeoutMs = 5 * 60_000
/** Staff passkeys and wallet passkeys share a host in the sandbox; this keeps them apart. */
const staffPrefix = 'm:'
const walletPrefix = 'w:'

export const staffUserHandle = (memberId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(staffPrefix + memberId)

/** What a browser needs to create a sign-in passkey: discoverable, with the person verified. */
export function creationOptions(
  { rpId }: RelyingParty,
  ask: {
    challenge: Uint8Array<ArrayBuffer>
    member: Pick<Member, 'userHandle' | 'name'>
    workspaceName: string
    known?: { id: string; transports: string[] }[]
  },
) {
  return generateRegistrationOptions({
    rpName,
    rpID: rpId,
    challenge: ask.challenge,
    userID: Uint8Array.from(ask.member.userHandle),
    userName: `${ask.member.name} · ${ask.workspaceName}`,
    userDisplayName: ask.member.name,
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: ask.known ?? [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...REGISTRATION_ALGORITHMS],
  })
}

/** What a browser needs to ask for a passkey: any of this host, or one of `allowed`. */
export function requestOptions(
  { rpId }: RelyingParty,
  challenge: Uint8Array<ArrayBuffer>,
  allowed: { id: string; transports: string[] }[] = [],
) {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    allowCredentials: allowed,
    userVerification: 'required',
    timeout: timeoutMs,
  })
}

/** Checks a new passkey against the challenge it was asked with. */
export async function verifyCreation(
  { rpId, origin }: RelyingParty,
  challenge: Uint8Array,
  response: RegistrationResponseJSON,
) {
  if (!isPlainClientData(response.response.clientDataJSON)) return fail('PASSKEY_INVALID')
  const checked = await orRefused(
    verifyRegistrationResponse({
      response,
      expectedChallenge: toBase64Url(challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...REGISTRATION_ALGORITHMS],
    }),
  )
  if (!checked?.verified) return fail('PASSKEY_INVALID')
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = checked.registrationInfo
  const idLength = fromBase64Url(credential.id)?.length ?? 0
  // Reading the key once more refuses what could never sign, RSA below 2048 bits included.
  if (idLength < 1 || idLength > 1023 || !readCoseKey(credential.publicKey).ok) {
    return fail('PASSKEY_INVALID')
  }
  return ok({
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  })
}

export type AssertionUse = { signCount: number; backedUp: boolean }

/** Checks an answer of a known passkey: challenge, origin, host, person, owner, counter, signature. */
export async function verifyUse(
  { rpId, origin }: RelyingParty,
  challenge: Uint8Array,
  response: AuthenticationResponseJSON,
  { passkey, member }: PasskeyOfMember,
) {
  const { clientDataJSON, userHandle, authenticatorData } = response.response
  if (!isPlainClientData(clientDataJSON)) return fail('PASSKEY_REFUSED')
  const handle =
    userHandle === undefined ? undefined : (fromBase64Url(userHandle) ?? new Uint8Array())
  if (handle && !equalBytes(handle, member.userHandle)) return fail('PASSKEY_REFUSED')
  const data = readAuthenticatorData(fromBase64Url(authenticatorData) ?? new Uint8Array())
  if (!data.ok || data.value.backupEligible !== passkey.backupEligible)
    return fail('PASSKEY_REFUSED')

  const checked = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: toBase64Url(challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.signCount,
      },
    }),
  )
  if (!checked?.verified || !(await isStrictlySigned(response, passkey))) {
    return fail('PASSKEY_REFUSED')
  }
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return ok({ signCount: newCounter, backedUp: credentialBackedUp })
}

/** The library's check of the signature takes bytes behind the DER sequence; this one does not. */
function isStrictlySigned({ response }: AuthenticationResponseJSON, { publicKey }: Passkey) {
  const bytes = (text: string) => fromBase64Url(text) ?? new Uint8Array()
  return verifyAssertion({
    publicKeyCose: publicKey,
    authenticatorData: bytes(response.authenticatorData),
    clientDataJson: bytes(response.clientDataJSON),
    signature: bytes(response.signature),
  })
}

/** True where an unknown passkey says that it belongs to a wallet. */
export function isWalletHandle(userHandle: string | undefined): boolean {
  const bytes = fromBase64Url(userHandle ?? '')
  return bytes !== undefined && Buffer.from(bytes).toString('latin1').startsWith(walletPrefix)
}

/** The library throws for every answer it refuses; whatever it cannot read is refused as well. */
async function orRefused<T>(checking: Promise<T>): Promise<T | undefined> {
  try {
    return await checking
  } catch {
    return undefined
  }
}
