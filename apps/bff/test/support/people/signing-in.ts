import { generateP256KeyPair as publicKeyPair } from '@turnkey/crypto'
import { generateP256KeyPair, stampWithApiKey, type P256KeyPair } from '@corridor/signing'
import { expect } from 'vitest'
import { makeEntity } from '../money/wallets.ts'
import type { AnyBody, Bff } from '../process/bff.ts'

/** A fresh key that a session's key is to be sealed to. */
export const target = () => ({ targetPublicKey: publicKeyPair().publicKeyUncompressed })

/** Codes and sessions of one instance, through the API and the sandbox's mailbox. */
export function signingIn(bff: Bff) {
  const path = (entityId: string, operation: string) => `/api/v1/wallets/${entityId}/${operation}`
  const outbox = async (query: string): Promise<AnyBody[]> =>
    (await bff.get(`/api/v1/sandbox/outbox?${query}`)).body.data
  const initiate = (entityId: string, body: object = { otpType: 'OTP_TYPE_EMAIL' }) =>
    bff.post(path(entityId, 'initiate-otp'), body)
  const start = (entityId: string, body: object) => bff.post(path(entityId, 'start-session'), body)
  const advance = (seconds: number) => bff.post('/api/v1/sandbox/clock/advance', { seconds })

  /** Adds a method with the stamp of the key that is there. */
  async function addMethod(owner: { entityId: string; key: P256KeyPair }, method: object) {
    const base = path(owner.entityId, 'register-auth')
    const prepared = await bff.post(`${base}/prepare`, method)
    const { activityId, payloadToSign } = prepared.body.data
    const payloadSignature = stampWithApiKey(payloadToSign, owner.key)
    const stamped = { ...method, activityId, payloadSignature, signatureType: 'ApiKey' }
    const added = await bff.post(base, stamped)
    expect(added.status).toBe(200)
  }

  /** Signs in by e-mail and by an API key; `recorded` is the address on record. */
  async function newOwner() {
    const entityId = await makeEntity(bff)
    const key = generateP256KeyPair()
    const apiKey = { apiKeyName: 'own', publicKey: key.publicKey }
    await bff.post(path(entityId, 'register-auth'), { authType: 'API_Key', apiKey })
    const contact = `${entityId}@example.com`
    await addMethod({ entityId, key }, { authType: 'Email_Auth', email: contact })
    const { body } = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    return { partner: bff.first, entityId, key, contact, recorded: body.data.email as string }
  }

  async function codeOf({ entityId, contact }: { entityId: string; contact: string }) {
    const sent = await initiate(entityId)
    expect(sent.status).toBe(200)
    const { otpId, otpEncryptionTargetBundle } = sent.body.data
    const [newest] = await outbox(`to=${contact}&limit=1`)
    expect(newest.otpId).toBe(otpId)
    return { otpId, otpEncryptionTargetBundle, otpCode: newest.code as string }
  }

  return { path, outbox, initiate, start, advance, addMethod, newOwner, codeOf }
}
