import { type SessionKey, stampWithApiKey, stampWithCryptoKey } from '@corridor/signing'

/** Whoever can sign a payload: an API key, a session's key, a passkey. */
export type Stamper = {
  signatureType: 'ApiKey' | 'WebAuthn'
  /** The stamp over exactly this text (signing-formats.md 2 and 3). */
  stamp: (payload: string) => Promise<string>
}

/** A P-256 pair: both halves in hex, or a session's key whose private half cannot be read out. */
export type StampKey = { publicKey: string; privateKey: string } | SessionKey

export function stampWith(key: StampKey): Stamper {
  const { publicKey, privateKey } = key
  return {
    signatureType: 'ApiKey',
    stamp: (payload) =>
      typeof privateKey === 'string'
        ? Promise.resolve(stampWithApiKey(payload, { publicKey, privateKey }))
        : stampWithCryptoKey(payload, { publicKey, privateKey }),
  }
}
