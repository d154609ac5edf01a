import { fail, ok, type Result } from '@corridor/domain'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  DocumentKind,
  FileStore,
  OpenedDocument,
  ReceivedFile,
  Unreadable,
} from '../../ports/files.ts'
import { limits } from './opener/protocol.ts'
import { sniff } from './sniff.ts'

export type FileRules = { maxBytes: number; mime: readonly string[] }
export type CheckedFile = {
  bytes: Uint8Array
  mime: string
  fileName: string
  opened: OpenedDocument
}
export type FileFailure = { code: 'FIELD_INVALID'; message: string; allowed?: string[] }

const nameLengthMax = 200

/**
 * A file as a caller sent it: bytes or strict base64, within its size, of the type that it says it has,
 * and opened, so that whoever has to look at it can. The name that comes back is safe to show and to
 * send in a header.
 * @throws OpenerUnavailable
 */
export async function checkFile(
  { open }: Pick<FileStore, 'open'>,
  partnerId: string,
  input: ReceivedFile,
  rules: FileRules,
): Promise<Result<CheckedFile, FileFailure>> {
  const stated = input.mime.split(';')[0]?.trim().toLowerCase() ?? ''
  const allowed = [...rules.mime]
  const refuse = (message: string, more: object = {}) =>
    fail({ code: 'FIELD_INVALID' as const, message, ...more })

  if (!allowed.includes(stated))
    return refuse(`Files of this type are not taken. Send ${listed(allowed)}.`, { allowed })
  if ((input.content?.byteLength ?? lengthOf(input.contentBase64)) > rules.maxBytes)
    return refuse(`The file is larger than ${sizeText(rules.maxBytes)}.`, {
      allowed: [`at most ${rules.maxBytes} bytes`],
    })
  const bytes = input.content ?? (await decode(input.contentBase64))
  if (!bytes) return refuse('The content is not base64 as of RFC 4648, with padding and no spaces.')
  if (bytes.byteLength === 0) return refuse('The file is empty.')
  const kind = kinds[stated]
  if (kind === undefined || kinds[(await sniff(bytes)) ?? ''] !== kind)
    return refuse(`The content of the file is not ${listed([stated])}.`, { allowed })
  const opened = await open(partnerId, kind, bytes)
  if (!opened.ok) return refuse(unreadable[opened.reason](listed([stated])))
  const { pages, previews } = opened
  const fileName = cleanName(input.fileName)
  return ok({ bytes, mime: stated, fileName, opened: { pages, previews } })
}

const kinds: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
}

const unreadable: Record<Unreadable, (name: string) => string> = {
  ENCRYPTED: () => 'The file cannot be opened without a password. Send it without one.',
  BROKEN: (name) => `The file cannot be opened as ${name}: it is empty, broken or cut off.`,
  CUT_OFF: () => 'The file is cut off: its end is missing. Send the whole file.',
  NO_PAGE: () => 'The file has no page.',
  TOO_MANY_PAGES: () => `The file has more than ${limits.pagesMax} pages.`,
  TOO_LARGE: () =>
    `The image is broken, or larger than any scan: at most ${limits.pixelsMax / 1_000_000} megapixels and ${limits.edgeMax} on a side are taken.`,
  TOO_COSTLY: () =>
    'Opening the file takes more time or memory than a document may. Send a simpler one, such as a scan.',
}

/** Bytes behind a base64 text, without decoding it. */
const lengthOf = (text: string) =>
  Math.floor((text.length * 3) / 4) - (/={1,2}$/.exec(text)?.[0].length ?? 0)

/** A multiple of four letters, which are a multiple of three bytes. */
const pieceLetters = 512 * 1_024

/**
 * Encoded again it must be the same text: that leaves no room for spaces, other alphabets or loose
 * bits. A piece at a time, with others answered in between.
 */
async function decode(text: string): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(lengthOf(text))
  let length = 0
  for (let at = 0; at < text.length; at += pieceLetters) {
    if (at > 0) await nextTurn()
    const letters = text.slice(at, at + pieceLetters)
    const piece = Buffer.from(letters, 'base64')
    const isLast = at + pieceLetters >= text.length
    if (piece.toString('base64') !== letters || (!isLast && piece.length % 3 !== 0))
      return undefined
    bytes.set(piece, length)
    length += piece.length
  }
  return bytes
}

/** The last part of a path, without what a screen or a header would take for something else. */
export function cleanName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    // Control characters, and those that turn the reading direction: `fdp.exe` must not read `exe.pdf`.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return shortened(plain) || 'document'
}

/** Keeps the extension, which shows people the type, and never half a character. */
function shortened(name: string): string {
  if (name.length <= nameLengthMax) return name
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  const head = name.slice(0, nameLengthMax - ending.length).replace(/[\ud800-\udbff]$/, '')
  return head.trimEnd() + ending
}

const names: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
}
const listed = (mime: readonly string[]) => mime.map((type) => names[type] ?? type).join(', ')
const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024
    ? `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MiB`
    : `${Math.floor(bytes / 1024)} KiB`
