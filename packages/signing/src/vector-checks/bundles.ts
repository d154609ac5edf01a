import { stampWithCryptoKey, parseApiKeyStamp, verifyApiKeyStamp } from '../stamps/api-key-stamp.ts'
import { openCredentialBundle, sealCredentialBundle } from '../bundles/credential-bundle.ts'
import { bytesToHex, hexToBytes, utf8, utf8Text } from '../base/encoding.ts'
import {
  exportedText,
  openExportBundle,
  sealExportBundle,
  type ExportFormat,
} from '../bundles/export-bundle.ts'
import { importSessionKey } from '../sessions/session-key.ts'
import { differing, judged, type Differences, type Vector } from './compare.ts'

export type CredentialBundleVector = Vector & {
  recipientPrivateKeyHex: string
  recipientPublicKeyUncompressedHex?: string
  ephemeralPrivateKeyHex?: string
  plaintextHex?: string
  credentialBundle: string
  expected?: { sessionPrivateKeyHex: string; sessionPublicKeyCompressedHex: string }
}

/** Opens; seals again with the entry's ephemeral key; and uses the scalar as a session key. */
export async function checkCredentialBundle(vector: CredentialBundleVector): Promise<Differences> {
  const { credentialBundle, expected } = vector
  const opened = await openCredentialBundle(credentialBundle, vector.recipientPrivateKeyHex)
  const differences = judged(vector, opened, 'exact')
  if (!opened.ok || !expected) return differences

  const scalar = bytesToHex(opened.value)
  differences.push(...differing('scalar', scalar, expected.sessionPrivateKeyHex))
  const key = await importSessionKey(opened.value)
  if (!key.ok) return [...differences, 'the scalar is no session key']
  const stamp = parseApiKeyStamp(await stampWithCryptoKey(scalar, key.value))
  const verified = stamp.ok && verifyApiKeyStamp(utf8(scalar), stamp.value)
  return [
    ...differences,
    ...differing('public key', key.value.publicKey, expected.sessionPublicKeyCompressedHex),
    ...differing('stamp verified', verified, true),
    ...differing(
      'erased',
      opened.value.every((byte) => byte === 0),
      true,
    ),
    ...(await checkSealed(vector)),
  ]
}

async function checkSealed(vector: CredentialBundleVector): Promise<Differences> {
  const { ephemeralPrivateKeyHex, plaintextHex, recipientPublicKeyUncompressedHex } = vector
  if (!ephemeralPrivateKeyHex || !plaintextHex || !recipientPublicKeyUncompressedHex) return []
  const sealed = await sealCredentialBundle({
    recipientPublicKey: recipientPublicKeyUncompressedHex,
    plaintext: hexToBytes(plaintextHex),
    ephemeral: { privateKey: ephemeralPrivateKeyHex },
  })
  return differing('bundle', sealed, vector.credentialBundle)
}

export type ExportBundleVector = Vector & {
  recipientPrivateKeyHex: string
  recipientPublicKeyUncompressedHex: string
  ephemeralPrivateKeyHex: string
  organizationId: string
  serviceSigningPublicKeyHex: string
  serviceSigningPrivateKeyHex: string
  keyFormat: ExportFormat
  returnMnemonic: boolean
  plaintextHex: string
  exportBundle: string
  expected?: string
}

/** Opens; and what we seal with the entry's keys opens to the same (signing-formats.md 8.3). */
export async function checkExportBundle(vector: ExportBundleVector): Promise<Differences> {
  const expected = {
    recipient: vector.recipientPrivateKeyHex,
    organizationId: vector.organizationId,
    signerPublicKey: vector.serviceSigningPublicKeyHex,
  }
  const opened = await openExportBundle(vector.exportBundle, expected)
  const differences = judged(vector, opened, 'exact')
  if (!opened.ok) return differences

  const text = exportedText(opened.value, vector.returnMnemonic ? 'MNEMONIC' : vector.keyFormat)
  const sealed = await sealExportBundle({
    recipientPublicKey: vector.recipientPublicKeyUncompressedHex,
    organizationId: vector.organizationId,
    plaintext: hexToBytes(vector.plaintextHex),
    signer: {
      publicKey: vector.serviceSigningPublicKeyHex,
      privateKey: hexToBytes(vector.serviceSigningPrivateKeyHex),
    },
    ephemeral: { privateKey: vector.ephemeralPrivateKeyHex },
  })
  const again = await openExportBundle(sealed, expected)
  return [
    ...differences,
    ...differing('plaintext', bytesToHex(opened.value), vector.plaintextHex),
    ...differing('text', text.ok && text.value, vector.expected),
    ...differing('data', dataOf(sealed), dataOf(vector.exportBundle)),
    ...differing('sealed again', again.ok && bytesToHex(again.value), vector.plaintextHex),
  ]
}

/** The signed part alone: the signature over it may be randomised. */
function dataOf(bundle: string): string | undefined {
  const data = /"data":"([0-9a-f]*)"/.exec(bundle)?.[1]
  return data === undefined ? undefined : utf8Text(hexToBytes(data))
}
