import { type Bytes, FileRefused } from '../iso20022/xml/source.ts'

/** No line of an honest file is longer. */
const lineMax = 100_000
/** Characters that no text has, but for the tabulator. */
const controls = /[\u0000-\u0008\u000B-\u001F\u007F]/g
const breaks = [0x0a, 0x0d]

/**
 * The lines of a text file that are not empty, as its pieces come. It is in UTF-16 where its first bytes
 * show that, otherwise in the encoding that its bank is known for; where none is, each line is UTF-8,
 * or in the Windows code page where it is not.
 * @throws FileRefused where a line is longer than any text
 */
export async function* linesOf(source: Bytes, encoding?: string): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0)
  for await (const chunk of inBytes(source, encoding)) {
    const all = Buffer.concat([rest, chunk])
    const { lines, end } = split(all)
    rest = all.subarray(end)
    if (rest.length > lineMax) throw new FileRefused('A line of the file is too long.')
    if (lines.length > 0) yield lines
  }
  const last = textOf(rest)
  if (last !== '') yield [last]
}

function split(bytes: Buffer): { lines: string[]; end: number } {
  const lines: string[] = []
  let start = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (!breaks.includes(bytes[at] ?? 0)) continue
    if (at > start) {
      const line = textOf(bytes.subarray(start, at))
      if (line.trim() !== '') lines.push(line)
    }
    start = at + 1
  }
  return { lines, end: start }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')

function textOf(bytes: Uint8Array): string {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    text = windows.decode(bytes)
  }
  return text.replace(controls, '')
}

/** What is in UTF-16 or in a known encoding as UTF-8; anything else as it is. */
async function* inBytes(source: Bytes, encoding?: string): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let isFirst = true
  for await (const chunk of source) {
    if (isFirst) decoder = decoderFor(chunk, encoding)
    isFirst = false
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
  }
}

function decoderFor(chunk: Uint8Array, encoding: string | undefined) {
  const [a = 1, b = 1] = chunk
  if (chunk.length > 1 && (a === 0 || b === 0 || a >= 0xfe))
    return new TextDecoder(a === 0 || a === 0xfe ? 'utf-16be' : 'utf-16le')
  return encoding === undefined ? undefined : new TextDecoder(encoding)
}
