import type { Kek } from '../../db/kek.ts'
import { openSecret, type SecretRow } from './secret-store.ts'

/** Signing secrets that this process has opened: opening one costs more than signing with it. */
export type SecretBox = {
  /** Of these, the ones that were not put in yet. */
  missing: (ids: readonly string[]) => string[]
  put: (rows: readonly SecretRow[]) => void
  /** The texts. @throws where one is not here or does not open */
  texts: (ids: readonly string[]) => string[]
}

const secretsMax = 10_000

export function createSecretBox(kek: Kek): SecretBox {
  const opened = new Map<string, string>()
  const sealed = new Map<string, SecretRow>()
  return {
    missing: (ids) => ids.filter((id) => !opened.has(id) && !sealed.has(id)),
    put: (rows) => {
      for (const row of rows) sealed.set(row.id, row)
    },
    texts: (ids) => ids.map(textOf),
  }

  /** Opened when it is used, so that one that does not open keeps nobody else's from signing. */
  function textOf(id: string): string {
    const known = opened.get(id)
    if (known !== undefined) return known
    const row = sealed.get(id)
    if (!row) throw new Error('the secret is not here')
    const text = openSecret(kek, row)
    if (opened.size >= secretsMax) opened.clear()
    opened.set(id, text)
    sealed.delete(id)
    return text
  }
}
