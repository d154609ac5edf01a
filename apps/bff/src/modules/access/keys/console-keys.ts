import { formatId } from '@corridor/domain'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../ports/deps.ts'
import { findConsoleKey } from './key-store.ts'

/** Ties the sealed text to its column, row and partner: moved to another row it does not open. */
export const consoleKeyContext = (key: { id: string; partnerId: string }) =>
  `api_key.sealed_text/${formatId('par', key.partnerId)}/${formatId('key', key.id)}`

export type ConsoleKeys = {
  /** The text of a partner's console key; undefined where the partner has none. */
  of(partnerId: string): Promise<string | undefined>
  /** The same, read once more: another one than `refused` where the key was rotated meanwhile. */
  after(partnerId: string, refused: string): Promise<string | undefined>
}

/** Unseals each partner's console key once; a change of keys makes it look again. */
export function createConsoleKeys(deps: Pick<Deps, 'db' | 'kek' | 'wake'>): ConsoleKeys {
  const known = new LRUCache<string, Promise<string | undefined>>({ max: 10_000 })
  deps.wake.on('keys', () => known.clear())
  return { of, after }

  function of(partnerId: string): Promise<string | undefined> {
    const found = known.get(partnerId)
    if (found) return found
    const text = unseal(partnerId)
    known.set(partnerId, text)
    text.then(
      (value) => value ?? known.delete(partnerId),
      () => known.delete(partnerId),
    )
    return text
  }

  async function after(partnerId: string, refused: string): Promise<string | undefined> {
    if ((await known.get(partnerId)) === refused) known.delete(partnerId)
    const text = await of(partnerId)
    return text === refused ? undefined : text
  }

  async function unseal(partnerId: string): Promise<string | undefined> {
    const row = await deps.db.readingAll((tx) => findConsoleKey(tx, partnerId))
    if (!row?.sealed_text) return undefined
    const context = consoleKeyContext({ id: row.id, partnerId })
    return Buffer.from(deps.kek.open(context, row.sealed_text)).toString('utf8')
  }
}
