import { formatId } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import type { Ids } from '../ports/deps.ts'

/** UUIDv7 for records, plain randomness for what must not be guessed (decisions.md 13). */
export function createIds(random: (bytes: number) => Uint8Array): Ids {
  return {
    uuid: () => uuidV7(),
    make: (prefix) => formatId(prefix, uuidV7()),
    secret: () => {
      const hex = Buffer.from(random(16)).toString('hex')
      return formatId('act', hex).slice('act_'.length)
    },
  }
}
