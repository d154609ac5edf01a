import { setImmediate as nextTurn } from 'node:timers/promises'

/** One part of a form as it was sent; `content` is a view of the body, not a copy. */
export type FormPart = {
  name: string
  /** Where the part is a file. */
  fileName?: string
  /** As it was sent, or empty. */
  type: string
  content: Uint8Array<ArrayBuffer>
}

/** A body that is no form of its boundary. */
export class FormUnreadable extends Error {}

const headBytesMax = 16 * 1_024
const searchBytes = 1_024 * 1_024
const emptyLine = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/**
 * Takes a `multipart/form-data` body apart (RFC 7578) without copying it: the platform's own parser
 * holds everybody up for as long as it copies an upload several times over.
 * @throws FormUnreadable
 */
export async function* formParts(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): AsyncGenerator<FormPart> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boundary = Buffer.from(`--${boundaryOf(contentType)}`, 'latin1')
  const between = Buffer.concat([lineEnd, boundary])
  if (!startsWith(body, 0, boundary)) throw new FormUnreadable('no first boundary')
  let at = boundary.length
  while (!startsWith(body, at, '--')) {
    if (!startsWith(body, at, '\r\n')) throw new FormUnreadable('no line after a boundary')
    const headEnd = body.subarray(0, at + headBytesMax).indexOf(emptyLine, at)
    if (headEnd < 0) throw new FormUnreadable('no end of the headers of a part')
    const head = readHead(body.toString('utf8', at + lineEnd.length, Math.max(headEnd, at + 2)))
    const from = headEnd + emptyLine.length
    // The line end of a part without content is the one that ends its headers.
    const end = await find(body, between, from - lineEnd.length)
    if (end < 0) throw new FormUnreadable('no end of a part')
    yield { ...head, content: bytes.subarray(from, Math.max(from, end)) }
    at = end + between.length
  }
}

function startsWith(body: Buffer, at: number, expected: Buffer | string): boolean {
  return body.subarray(at, at + expected.length).equals(Buffer.from(expected))
}

/** As `indexOf`, in steps between which others are answered. */
async function find(body: Buffer, wanted: Buffer, from: number): Promise<number> {
  for (let at = from; at < body.length; at += searchBytes) {
    if (at > from) await nextTurn()
    const found = body.subarray(at, at + searchBytes + wanted.length - 1).indexOf(wanted)
    if (found >= 0) return at + found
  }
  return -1
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary)) throw new FormUnreadable('no boundary')
  return boundary
}

function readHead(text: string): Omit<FormPart, 'content'> {
  const headers = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const [, name, value] = /^([\w-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined) throw new FormUnreadable('a header is none')
    headers.set(name.toLowerCase(), value.trim())
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['7bit', '8bit', 'binary'].includes(encoding))
    throw new FormUnreadable('a part is encoded once more')
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined)
    throw new FormUnreadable('a part has no name')
  const fileName = extendedOf(disposition) ?? parameterOf(disposition, 'filename')
  const type = headers.get('content-type') ?? ''
  return { name, type, ...(fileName === undefined ? {} : { fileName }) }
}

/** A quoted parameter, with the three letters that forms escape (HTML, multipart form data). */
function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition)
  return (found?.[1] ?? found?.[2])
    ?.replaceAll(/%0a/gi, '\n')
    .replaceAll(/%0d/gi, '\r')
    .replaceAll('%22', '"')
}

/** `filename*=UTF-8''…`, which some programs send beside or in place of `filename`. */
function extendedOf(disposition: string): string | undefined {
  const encoded = /;\s*filename\*=utf-8''([^\s;"]+)/i.exec(disposition)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new FormUnreadable('a name is badly encoded')
  }
}
