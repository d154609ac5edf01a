import { generateP256KeyPair, hexToBytes, sealExportBundle, utf8 } from '@corridor/signing'
import { expect, test } from 'vitest'
import { createEphemeralKey, openPhrase } from './export-keys.ts'

const service = generateP256KeyPair()
const serviceKey = service.publicKeyUncompressed
const phraseText = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

async function exported(entityId = 'ent_1') {
  const key = await createEphemeralKey()
  const bundle = await sealExportBundle({
    recipientPublicKey: key.publicKeyUncompressed,
    organizationId: entityId,
    plaintext: utf8(phraseText),
    signer: { publicKey: serviceKey, privateKey: hexToBytes(service.privateKey) },
  })
  return { key, bundle }
}

test('the phrase opens with the key it was sealed to', async () => {
  const { key, bundle } = await exported()
  expect(await openPhrase(bundle, { key, entityId: 'ent_1', serviceKey })).toBe(phraseText)
})

test('a bundle of another service, for another entity or another key opens to nothing', async () => {
  const { key, bundle } = await exported()
  const other = generateP256KeyPair().publicKeyUncompressed
  const otherKey = await createEphemeralKey()
  const good = { key, entityId: 'ent_1', serviceKey }
  expect(await openPhrase(bundle, { ...good, serviceKey: other })).toBeUndefined()
  expect(await openPhrase(bundle, { ...good, entityId: 'ent_2' })).toBeUndefined()
  expect(await openPhrase(bundle, { ...good, key: otherKey })).toBeUndefined()
  expect(await openPhrase('x', good)).toBeUndefined()
})
