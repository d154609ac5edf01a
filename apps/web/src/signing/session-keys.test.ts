import {
  generateP256KeyPair,
  hexToBytes,
  parseApiKeyStamp,
  sealCredentialBundle,
  utf8,
  verifyApiKeyStamp,
} from '@corridor/signing'
import { expect, test } from 'vitest'
import { createEphemeralKey, openSession } from './session-keys.ts'

test('a sealed session signs what verifies under the key the service named', async () => {
  const ephemeral = await createEphemeralKey()
  const session = generateP256KeyPair()
  const credentialBundle = await sealCredentialBundle({
    recipientPublicKey: ephemeral.publicKeyUncompressed,
    plaintext: hexToBytes(session.privateKey),
  })
  const signer = await openSession(
    { credentialBundle, sessionPublicKey: session.publicKey },
    ephemeral,
  )
  const stamp = parseApiKeyStamp((await signer?.stamp('payload')) ?? '')
  expect(signer?.publicKey).toBe(session.publicKey)
  expect(stamp.ok && verifyApiKeyStamp(utf8('payload'), stamp.value)).toBe(true)
  expect(stamp.ok && verifyApiKeyStamp(utf8('payloae'), stamp.value)).toBe(false)
})

test('a bundle for another page, or of another key, opens no session', async () => {
  const ephemeral = await createEphemeralKey()
  const session = generateP256KeyPair()
  const credentialBundle = await sealCredentialBundle({
    recipientPublicKey: ephemeral.publicKeyUncompressed,
    plaintext: hexToBytes(session.privateKey),
  })
  const sealed = { credentialBundle, sessionPublicKey: session.publicKey }
  const other = generateP256KeyPair().publicKey
  expect(await openSession(sealed, await createEphemeralKey())).toBeUndefined()
  expect(await openSession({ ...sealed, sessionPublicKey: other }, ephemeral)).toBeUndefined()
  expect(await openSession({ ...sealed, credentialBundle: 'x' }, ephemeral)).toBeUndefined()
})
