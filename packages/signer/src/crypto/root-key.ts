import { createHmac, hkdfSync } from 'node:crypto'
import { concat, utf8 } from '@corridor/signing'
import { encodeFields } from '../base/bytes.ts'
import { seal, unseal } from './sealing.ts'

/** Layer 1 of the key hierarchy, as a KMS would offer it: nothing else can be asked of it. */
export type RootKey = {
  wrap: (plaintext: Uint8Array, aad: string) => Promise<Uint8Array>
  /** @throws on a record wrapped under another key or AAD. */
  unwrap: (record: Uint8Array, aad: string) => Promise<Uint8Array>
  /** 32 bytes; `purpose` keeps the uses apart. */
  mac: (purpose: string, message: Uint8Array) => Promise<Uint8Array>
}

/** The root key of 32 bytes from the key-encryption key file (decisions 14). */
export function rootKeyFromBytes(key: Uint8Array, random: (length: number) => Uint8Array): RootKey {
  if (key.length !== 32) throw new TypeError('Expected a root key of 32 bytes.')
  // Separate keys: a MAC never helps against a wrapped record, nor the reverse.
  const wrapKey = derive(key, 'svc/root-wrap/v1')
  const macKey = derive(key, 'svc/root-mac/v1')
  return {
    wrap: async (plaintext, aad) => seal(wrapKey, plaintext, aad, random),
    unwrap: async (record, aad) => unseal(wrapKey, record, aad),
    mac: async (purpose, message) =>
      concat(
        createHmac('sha256', macKey)
          .update(encodeFields([purpose, message]))
          .digest(),
      ),
  }
}

function derive(key: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), utf8(info), 32))
}
