import { fileTypeFromBuffer } from 'file-type'

const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/** What each type begins with, from its first byte on: offset and bytes (WHATWG MIME Sniffing, 6). */
const signatures: Record<string, readonly { at: number; bytes: readonly number[] }[]> = {
  'application/pdf': [{ at: 0, bytes: ascii('%PDF-') }],
  'image/jpeg': [{ at: 0, bytes: [0xff, 0xd8, 0xff] }],
  'image/png': [{ at: 0, bytes: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a] }],
  'image/webp': [
    { at: 0, bytes: ascii('RIFF') },
    { at: 8, bytes: ascii('WEBP') },
  ],
  'image/heic': [{ at: 4, bytes: ascii('ftyphei') }],
  'image/heif': [{ at: 4, bytes: ascii('ftypmif1') }],
}

/** Same type under another name: an animated PNG is a PNG, several brands of HEIF are written as HEIC. */
const synonyms: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
}

/**
 * The type that a file's content shows, or nothing where it is none of ours or is two things at
 * once: one that begins with another type's bytes, has markup in its head, or ends as an archive.
 */
export async function sniff(bytes: Uint8Array): Promise<string | undefined> {
  const shown = Object.entries(signatures).find(([, parts]) =>
    parts.every(({ at, bytes: expected }) => expected.every((byte, i) => bytes[at + i] === byte)),
  )?.[0]
  if (shown === undefined || hasMarkup(bytes) || endsAsArchive(bytes)) return undefined
  const found = (await fileTypeFromBuffer(bytes))?.mime
  const nameOf = (mime: string) => synonyms[mime] ?? mime
  return found === undefined || nameOf(found) === nameOf(shown) ? shown : undefined
}

/** A browser that guesses types reads about this much. */
const headBytes = 1024
const markup = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/i

function hasMarkup(bytes: Uint8Array): boolean {
  return markup.test(Buffer.from(bytes.subarray(0, headBytes)).toString('latin1'))
}

const directoryEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const directoryEndBytes = 22
const commentMax = 65_535

/** Whether a ZIP reader, which begins at the end, would find an archive (APPNOTE 4.3.16). */
function endsAsArchive(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-(commentMax + directoryEndBytes)))
  for (let at = tail.indexOf(directoryEnd); at !== -1; at = tail.indexOf(directoryEnd, at + 1)) {
    const rest = tail.length - at - directoryEndBytes
    // Four letters occur by chance in compressed data; one disk and a fitting comment do not.
    if (rest >= 0 && tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 20) <= rest)
      return true
  }
  return false
}
