import {
  createEphemeralKey,
  type EphemeralKey,
  importSessionKey,
  openCredentialBundle,
  stampWithCryptoKey,
} from '@corridor/signing/browser'

/** What a session signs with: its public key, and stamps by a private key that cannot be read out. */
export type SessionSigner = { publicKey: string; stamp: (payload: string) => Promise<string> }

export { createEphemeralKey }

/**
 * Opens what `start-session` sealed to our key (signing-formats 6); the scalar's bytes are
 * overwritten on the way. Undefined when it cannot be opened or holds another key than was said.
 */
export async function openSession(
  sealed: { credentialBundle: string; sessionPublicKey: string },
  ephemeral: EphemeralKey,
): Promise<SessionSigner | undefined> {
  const scalar = await openCredentialBundle(sealed.credentialBundle, ephemeral)
  if (!scalar.ok) return undefined
  const key = await importSessionKey(scalar.value)
  if (!key.ok || key.value.publicKey !== sealed.sessionPublicKey) return undefined
  const signer = key.value
  return { publicKey: signer.publicKey, stamp: (payload) => stampWithCryptoKey(payload, signer) }
}
