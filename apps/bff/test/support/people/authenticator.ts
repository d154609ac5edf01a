import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

type ClientData = Record<string, unknown>

/** What one ceremony does otherwise than an honest authenticator; each member spoils one thing. */
export type Spoiled = {
  /** Changes the members of clientDataJSON. */
  clientData?: (honest: ClientData) => ClientData
  /** Changes the text of clientDataJSON. */
  clientDataText?: (honest: string) => string
  /** Changes the authenticator data before it is signed. */
  authenticatorData?: (honest: Buffer) => Buffer
  /** Changes the finished signature. */
  signature?: (honest: Buffer) => Buffer
  origin?: string
  rpId?: string
  userVerified?: boolean
  userPresent?: boolean
  backupEligible?: boolean
  backedUp?: boolean
  signCount?: number
  userHandle?: string | undefined
  credentialId?: string
  /** Signs with this key instead of the credential's own. */
  privateKey?: KeyObject
}

type Credential = {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  signCount: number
}

const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>

/**
 * A platform authenticator with its browser: P-256 keys, attestation `none`, resident credentials,
 * the person verified. What it makes is real and verifies; `Spoiled` makes it lie in one place.
 */
export function createAuthenticator(origin: string) {
  const credentials: Credential[] = []
  return { create, get, credentials }

  /** `navigator.credentials.create`. */
  function create(
    options: PublicKeyCredentialCreationOptionsJSON,
    spoiled: Spoiled = {},
  ): RegistrationResponseJSON {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const rpId = options.rp.id ?? new URL(origin).hostname
    const id = spoiled.credentialId
      ? Buffer.from(spoiled.credentialId, 'base64url')
      : randomBytes(32)
    const credential = { id, rpId, userHandle: options.user.id, privateKey, signCount: 0 }
    credentials.push(credential)

    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
    const data = authenticatorData(credential, flag.attested, spoiled, attested)
    const clientData = clientDataOf('webauthn.create', options.challenge, spoiled)
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestationObject(data)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  /** `navigator.credentials.get`: the first credential that is asked for, or any of the host. */
  function get(
    options: PublicKeyCredentialRequestOptionsJSON,
    spoiled: Spoiled = {},
  ): AuthenticationResponseJSON {
    const credential = chosen(options)
    credential.signCount += 1
    const data = authenticatorData(credential, 0, spoiled)
    const clientData = clientDataOf('webauthn.get', options.challenge, spoiled)
    const signed = Buffer.concat([data, sha256(clientData)])
    const honest = createSign('sha256')
      .update(signed)
      .sign(spoiled.privateKey ?? credential.privateKey)
    const id = spoiled.credentialId ?? base64url(credential.id)
    const userHandle = 'userHandle' in spoiled ? spoiled.userHandle : credential.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(spoiled.signature?.(honest) ?? honest),
        ...(userHandle !== undefined && { userHandle }),
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  function chosen({
    rpId,
    allowCredentials = [],
  }: PublicKeyCredentialRequestOptionsJSON): Credential {
    const ids = new Set(allowCredentials.map(({ id }) => id))
    const found = credentials.findLast(
      (credential) =>
        credential.rpId === (rpId ?? new URL(origin).hostname) &&
        (ids.size === 0 || ids.has(base64url(credential.id))),
    )
    if (!found) throw new Error('NotAllowedError: no credential fits')
    return found
  }

  function clientDataOf(type: string, challenge: string, spoiled: Spoiled): Buffer {
    const honest = { type, challenge, origin: spoiled.origin ?? origin, crossOrigin: false }
    const text = JSON.stringify(spoiled.clientData?.(honest) ?? honest)
    return Buffer.from(spoiled.clientDataText?.(text) ?? text)
  }
}

function authenticatorData(
  credential: Credential,
  kind: number,
  spoiled: Spoiled,
  attested: Buffer = Buffer.alloc(0),
): Buffer {
  const {
    userPresent = true,
    userVerified = true,
    backupEligible = false,
    backedUp = false,
  } = spoiled
  const flags =
    kind +
    (userPresent ? flag.present : 0) +
    (userVerified ? flag.verified : 0) +
    (backupEligible ? flag.backupEligible : 0) +
    (backedUp ? flag.backedUp : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(spoiled.signCount ?? credential.signCount, 1)
  const honest = Buffer.concat([sha256(spoiled.rpId ?? credential.rpId), head, attested])
  return spoiled.authenticatorData?.(honest) ?? honest
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) =>
    Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, 'base64url')])
  const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21)
  return Buffer.concat([head, bytes(x), Buffer.of(0x22), bytes(y)])
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR. */
function attestationObject(data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  const length = Buffer.of(0x59, data.length >> 8, data.length & 0xff)
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    length,
    data,
  ])
}
