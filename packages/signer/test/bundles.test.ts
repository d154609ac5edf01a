import { decryptCredentialBundle, generateP256KeyPair, hpkeEncrypt } from '@turnkey/crypto'
import {
  base58check,
  bytesToHex,
  hexToBytes,
  openCredentialBundle,
  sealCredentialBundle,
} from '@corridor/signing'
import { expect, test } from 'vitest'
import { random, value } from './harness.ts'

const BUNDLES = process.env['FULL'] ? 1_000 : 60
/** So many recipients; each bundle has its own sender key and content. */
const recipients = Array.from({ length: 20 }, () => generateP256KeyPair())
const recipientOf = (index: number) => recipients[index % recipients.length] ?? expect.fail()

test(`the public client opens ${BUNDLES} bundles that we sealed`, async () => {
  for (let index = 0; index < BUNDLES; index++) {
    const { publicKeyUncompressed, privateKey } = recipientOf(index)
    const plaintext = random(32)
    // The first ones begin with the bytes that a sloppy reader would drop.
    plaintext.fill(0, 0, Math.max(0, 4 - index))
    const expected = bytesToHex(plaintext)
    const bundle = await sealCredentialBundle({
      recipientPublicKey: publicKeyUncompressed,
      plaintext,
    })
    expect(decryptCredentialBundle(bundle, privateKey)).toBe(expected)
  }
}, 120_000)

test(`we open ${BUNDLES} bundles that the public client sealed`, async () => {
  for (let index = 0; index < BUNDLES; index++) {
    const { publicKeyUncompressed, privateKey } = recipientOf(index)
    const plaintext = random(32)
    plaintext.fill(0, 0, Math.max(0, 4 - index))
    const sealed = hpkeEncrypt({
      plainTextBuf: plaintext,
      targetKeyBuf: hexToBytes(publicKeyUncompressed),
    })
    const opened = await openCredentialBundle(
      base58check.encode(new Uint8Array(sealed)),
      privateKey,
    )
    expect(bytesToHex(value(opened))).toBe(bytesToHex(plaintext))
  }
}, 120_000)
