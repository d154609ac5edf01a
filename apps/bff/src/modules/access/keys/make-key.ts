import { formatId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { consoleKeyContext } from './console-keys.ts'
import { insertKey, type NewKey } from './key-store.ts'
import { drawKey, hashSecret } from './keys.ts'

type Wanted = Omit<NewKey, 'id' | 'partnerId' | 'lookup' | 'secretHash' | 'sealedText'>
export type MadeKey = { id: string; keyId: string; text: string }

/** Draws a key and adds its row; what is returned is the only place with its text. */
export function createKeyMaker(deps: Pick<Deps, 'config' | 'ids' | 'kek' | 'random'>) {
  const pepper = deps.kek.derive('api-key/v1')
  return async (tx: Tx, partnerId: string, key: Wanted): Promise<MadeKey> => {
    const id = deps.ids.uuid()
    for (;;) {
      const { lookup, secret, text } = drawKey(deps.config.ENVIRONMENT, deps.random)
      const context = consoleKeyContext({ id, partnerId })
      const sealedText = key.kind === 'console' ? deps.kek.seal(context, Buffer.from(text)) : null
      const secretHash = hashSecret(pepper, secret)
      const row = { ...key, id, partnerId, lookup, secretHash, sealedText }
      // Another key with the same 8 characters exists once in some 10^14 draws: draw again.
      if (await insertKey(tx, row)) return { id, keyId: formatId('key', id), text }
    }
  }
}
