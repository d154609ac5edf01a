import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Stamper } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { encodeWebauthnStamp, webauthnChallenge } from '@corridor/signing'
import type { BenchStack, Wallet } from './partner.ts'

const { wallets } = routes
/** User present and verified, backup eligible and backed up: a synced passkey. */
const userFlags = 0x1d
const attested = 0x40

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A passkey of the wallet's owner, added with the stamp of the key that the wallet was made with. */
export async function addPasskey(
  { client, baseUrl }: Pick<BenchStack, 'client' | 'baseUrl'>,
  { entityId, stamper }: Wallet,
): Promise<Stamper> {
  const params = { entityId }
  const prepared = await client.call(wallets.registerPasskeyPrepare, {
    params,
    body: { authenticatorName: 'Bench' },
  })
  const { activityId, payloadToSign, creationOptions } = prepared.body.data
  const passkey = createPasskey(baseUrl)
  await client.call(wallets.registerPasskeySubmit, {
    params,
    body: {
      activityId,
      payloadSignature: await stamper.stamp(payloadToSign),
      signatureType: stamper.signatureType,
      attestation: passkey.attest(creationOptions.challenge),
    },
  })
  return passkey.stamper
}

/** An authenticator in software with its browser: ES256, attestation `none`, a counter that counts. */
function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let signCount = 0

  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE((signCount += 1), 1)
    return Buffer.concat([sha256(new URL(origin).hostname), head, rest])
  }
  const clientData = (type: string, challenge: string): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })

  const attest = (challenge: string) => {
    const named = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(publicKey)])
    return {
      credentialId: base64url(id),
      clientDataJson: base64url(clientData('webauthn.create', challenge)),
      attestationObject: base64url(
        attestationObject(authenticatorData(userFlags | attested, named)),
      ),
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
    }
  }
  const stamp = (payload: string): string => {
    const data = authenticatorData(userFlags)
    const client = clientData('webauthn.get', webauthnChallenge(payload).base64url)
    return encodeWebauthnStamp({
      authenticatorData: base64url(data),
      clientDataJson: base64url(client),
      credentialId: base64url(id),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
    })
  }
  const stamper: Stamper = {
    signatureType: 'WebAuthn',
    stamp: (payload) => Promise.resolve(stamp(payload)),
  }
  return { attest, stamper }
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR; the data has less than 256 bytes. */
function attestationObject(data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    Buffer.of(0x58, data.length),
    data,
  ])
}
