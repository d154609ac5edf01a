import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Bytes, FileRefused } from './source.ts'

/** Of so many bytes, few elements are in memory, and what waits for a database goes on soon. */
const pieceBytes = 8_192

/** What of the beginning is looked at for a byte order mark and the declaration. */
const headBytes = 256

/** Labels that mean more here than in the encoding standard of the web. */
const widened: Readonly<Record<string, string>> = {
  // The web takes ASCII for a Windows code page; a file that says ASCII and is not is UTF-8.
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  // Readable byte by byte, so it is in no encoding of two bytes: a program wrote the wrong label.
  'utf-16': 'utf-8',
  'utf-16le': 'utf-8',
  'utf-16be': 'utf-8',
}

/** The encoding that a file's first bytes show (XML 1.0, appendix F). */
function encodingOf(head: Uint8Array): string {
  const [a = 0, b = 0] = head
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && head.length > 1)) return 'utf-16le'
  const text = Buffer.from(head).toString('latin1')
  const declared =
    /^(?:\xEF\xBB\xBF)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1] ??
    'utf-8'
  const label = widened[declared.toLowerCase()] ?? declared
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new FileRefused(
      `The file says that its encoding is ${declared}, which it is not taken in.`,
    )
  }
}

/**
 * The text of a file, in pieces of its own order.
 * @throws FileRefused where its bytes are not of the encoding that it says
 */
export async function* decode(source: Bytes): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let head = new Uint8Array(0)
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      let piece = chunk.subarray(start, start + pieceBytes)
      if (!decoder) {
        head = Buffer.concat([head, piece])
        if (head.length < headBytes) continue
        piece = head
        decoder = new TextDecoder(encodingOf(head), { fatal: true })
      }
      yield read(decoder, piece, true)
      if (start + pieceBytes < chunk.length) await nextTurn()
    }
  }
  decoder ??= new TextDecoder(encodingOf(head), { fatal: true })
  yield read(decoder, head.length < headBytes ? head : new Uint8Array(0), false)
}

function read(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, stream: boolean) {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new FileRefused(`The bytes of the file are not ${decoder.encoding}.`)
  }
}
