import { createHmac, hkdfSync } from 'node:crypto'
import { concat, utf8 } from '@corridor/signing'
import { encodeFields } from '../base/bytes.ts'
import { seal, unseal } from './sealing.ts'

/** Where the root keys come from: 32 bytes for each version. */
export type RootKeys = {
  /** The key of a version, looked for again where it is not known; undefined where there is none. */
  key: (version: number) => Uint8Array | undefined
  /** The version that a database begins with; made where there is none yet. */
  first: () => number
}

/** Layer 1 of the key hierarchy, as a KMS would offer it: nothing else can be asked of it. */
export type RootKey = {
  /** @throws RootKeyMissing */
  wrap: (version: number, plaintext: Uint8Array, aad: string) => Promise<Uint8Array>
  /** @throws RootKeyMissing, and on a record wrapped under another key or AAD. */
  unwrap: (version: number, record: Uint8Array, aad: string) => Promise<Uint8Array>
  /** 32 bytes; `purpose` keeps the uses apart. The same whichever version is in use. */
  mac: (purpose: string, message: Uint8Array) => Promise<Uint8Array>
}

/** A record names a root key that this process does not have, nor its key file. */
export class RootKeyMissing extends Error {
  override readonly name = 'RootKeyMissing'
  readonly version: number

  constructor(version: number) {
    super(`The root key of version ${version} is missing.`)
    this.version = version
  }
}

/** One root key, of version 1: what the key-encryption key gives, and what tests take. */
export function rootKeysFromBytes(key: Uint8Array): RootKeys {
  checkLength(key)
  return { key: (version) => (version === 1 ? key : undefined), first: () => 1 }
}

/** Wraps and unwraps under the versions of `keys`. */
export function openWrapping(
  keys: RootKeys,
  random: (length: number) => Uint8Array,
): Pick<RootKey, 'wrap' | 'unwrap'> {
  const derived = new Map<number, Uint8Array>()
  const wrapKey = (version: number): Uint8Array => {
    const known = derived.get(version)
    if (known) return known
    const key = keys.key(version)
    if (!key) throw new RootKeyMissing(version)
    checkLength(key)
    // Separate keys: a MAC never helps against a wrapped record, nor the reverse.
    const made = derive(key, 'svc/root-wrap/v1')
    derived.set(version, made)
    return made
  }
  return {
    wrap: async (version, plaintext, aad) => seal(wrapKey(version), plaintext, aad, random),
    unwrap: async (version, record, aad) => unseal(wrapKey(version), record, aad),
  }
}

/** MACs under the key that `macKey` gives. */
export function openMac(macKey: () => Promise<Uint8Array>): RootKey['mac'] {
  return async (purpose, message) =>
    concat(
      createHmac('sha256', await macKey())
        .update(encodeFields([purpose, message]))
        .digest(),
    )
}

/** The MAC key of databases that began before it had a record of its own. */
export function macKeyOfVersion1(key: Uint8Array): Uint8Array {
  checkLength(key)
  return derive(key, 'svc/root-mac/v1')
}

function checkLength(key: Uint8Array): void {
  if (key.length !== 32) throw new TypeError('Expected a root key of 32 bytes.')
}

function derive(key: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), utf8(info), 32))
}
