import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Kek } from '../../../db/kek.ts'
import { openSecret, type SecretRow } from './secret-store.ts'
import { signingKey } from './signature.ts'

/** Signing secrets that this process has opened: opening one costs more than signing with it. */
export type SecretBox = {
  /** Of these, the ones that were not put in yet. */
  missing: (ids: readonly string[]) => string[]
  put: (rows: readonly SecretRow[]) => void
  /** Ready to sign with. @throws where one is not here or does not open */
  keys: (ids: readonly string[]) => KeyObject[]
}

const secretsMax = 10_000

export function createSecretBox(kek: Kek): SecretBox {
  const opened = new LRUCache<string, KeyObject>({ max: secretsMax })
  const sealed = new Map<string, SecretRow>()
  return {
    // By `get`, so that what a batch does not miss is the last to be dropped.
    missing: (ids) => ids.filter((id) => !opened.get(id) && !sealed.has(id)),
    put: (rows) => {
      for (const row of rows) sealed.set(row.id, row)
    },
    keys: (ids) => ids.map(keyOf),
  }

  /** Opened when it is used, so that one that does not open keeps no other from signing. */
  function keyOf(id: string): KeyObject {
    const known = opened.get(id)
    if (known !== undefined) return known
    const row = sealed.get(id)
    if (!row) throw new Error('the secret is not here')
    const key = signingKey(openSecret(kek, row))
    opened.set(id, key)
    sealed.delete(id)
    return key
  }
}
