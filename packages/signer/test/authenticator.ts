import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { concat, toBase64Url, utf8, webauthnChallenge } from '@corridor/signing'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { random, relyingParty } from './fixtures.ts'

export type ClientData = Record<string, unknown>
/** The faults that a ceremony can be given. Everything left out is as an honest device does it. */
export type Deviation = {
  clientData?: ClientData
  clientDataText?: (text: string) => string
  rpId?: string
  flags?: number
  signCount?: number
  /** Changes the authenticator data before it is signed. */
  authenticatorData?: (data: Uint8Array) => Uint8Array
  /** Changes the signature. */
  signature?: (signature: Uint8Array) => Uint8Array
  credentialId?: Uint8Array
  /** Of a registration: the length written before the credential id, and the id beside the object. */
  idLength?: number
  outerId?: Uint8Array
  /** Changes the public key, the members of the attestation object, or its bytes. */
  cose?: (bytes: Uint8Array) => Uint8Array
  object?: (members: Map<string, unknown>) => void
  encoded?: (bytes: Uint8Array) => Uint8Array
}

// User present and verified, backup eligible and backed up: a synced passkey.
export const FLAGS = 0x1d
export const ATTESTED = 0x40

/** A passkey in software: makes what a browser hands over, honest or not. */
export class Authenticator {
  readonly credentialId: Uint8Array
  readonly cose: Uint8Array
  readonly key: KeyObject
  signCount = 0

  constructor(given?: { key: KeyObject; bytes: Uint8Array }) {
    this.credentialId = random(32)
    const made = given ?? es256Key()
    this.key = made.key
    this.cose = made.bytes
  }

  /** The attestation of a registration in its public form. */
  attest(challenge: string, deviation: Deviation = {}) {
    const id = deviation.credentialId ?? this.credentialId
    const length = deviation.idLength ?? id.length
    const idLength = Uint8Array.of(length >> 8, length & 0xff)
    const publicKey = deviation.cose?.(this.cose) ?? this.cose
    const attested = concat(new Uint8Array(16), idLength, id, publicKey)
    const flags = deviation.flags ?? FLAGS | ATTESTED
    const authData = this.#authenticatorData({ ...deviation, flags }, attested)
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    deviation.object?.(object)
    const encoded = isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])
    return {
      credentialId: toBase64Url(deviation.outerId ?? id),
      clientDataJson: toBase64Url(clientDataJson('webauthn.create', challenge, deviation)),
      attestationObject: toBase64Url(deviation.encoded?.(encoded) ?? encoded),
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
    }
  }

  /** The stamp of a payload. */
  stamp(payload: string, deviation: Deviation = {}): string {
    const challenge = webauthnChallenge(payload).base64url
    const clientData = clientDataJson('webauthn.get', challenge, deviation)
    const data = this.#authenticatorData({ flags: FLAGS, ...deviation })
    const signed = concat(data, createHash('sha256').update(clientData).digest())
    const digest = this.key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    const signature = concat(sign(digest, signed, this.key))
    return JSON.stringify({
      authenticatorData: toBase64Url(data),
      clientDataJson: toBase64Url(clientData),
      credentialId: toBase64Url(deviation.credentialId ?? this.credentialId),
      signature: toBase64Url(deviation.signature?.(signature) ?? signature),
    })
  }

  #authenticatorData(deviation: Deviation, attested = new Uint8Array()): Uint8Array {
    const rpIdHash = createHash('sha256')
      .update(deviation.rpId ?? relyingParty.rpId)
      .digest()
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, deviation.signCount ?? this.signCount)
    const data = concat(rpIdHash, Uint8Array.of(deviation.flags ?? FLAGS), count, attested)
    return deviation.authenticatorData?.(data) ?? data
  }
}

function clientDataJson(type: string, challenge: string, deviation: Deviation): Uint8Array {
  const [origin] = relyingParty.origins
  const honest = { type, challenge, origin, crossOrigin: false }
  const text = JSON.stringify({ ...honest, ...deviation.clientData })
  return utf8(deviation.clientDataText?.(text) ?? text)
}

export function es256Key() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const members: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]
  return { key: privateKey, bytes: cose(members), members }
}

export function ed25519Key() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    key: privateKey,
    bytes: cose([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ]),
  }
}

export function rsaKey(modulusLength: number) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return {
    key: privateKey,
    bytes: cose([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]),
  }
}

function cose(entries: [number, number | Uint8Array][]): Uint8Array {
  return isoCBOR.encode(new Map(entries))
}

function bytes(base64url: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
