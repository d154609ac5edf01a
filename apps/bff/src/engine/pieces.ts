import { setImmediate as nextTurn } from 'node:timers/promises'

const pieceBytes = 512 * 1_024

/** Many bytes a piece at a time: whoever works on each lets others be answered in between. */
export async function* piecesOf<T extends Uint8Array>(bytes: T): AsyncGenerator<T> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    if (at > 0) await nextTurn()
    yield bytes.subarray(at, at + pieceBytes) as T
  }
}
