import { keptOf } from '../outside/files/store.ts'
import { commonHeaders, noLimit } from './common-headers.ts'
import { asRefusal } from './run.ts'
import { detail, Refusal } from './request/refusal.ts'
import { refusalAnswer } from './respond.ts'
import type { ServiceTime } from './service-time.ts'
import { now, type Tx } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import type { OpenedLink } from '../ports/files.ts'

/** Of every answer to whoever holds a link to a file: no browser runs it or shows where it came from. */
export const fileHeaders = (serviceTime: ServiceTime, requestId: string) => ({
  ...commonHeaders(serviceTime, requestId, noLimit),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
})

type FoundFile = {
  content: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>
  mime: string
  name: string
  bytes?: number
}

/** Answers whoever holds a link with the file that `find` finds, or with why there is none. */
export const fileAnswer =
  (
    { ids, log }: Pick<Deps, 'ids' | 'log'>,
    serviceTime: ServiceTime,
    find: (token: string, requestId: string) => Promise<FoundFile>,
  ) =>
  async (token: string): Promise<Response> => {
    const requestId = ids.make('req')
    const always = fileHeaders(serviceTime, requestId)
    try {
      const { content, mime, name, bytes } = await find(token, requestId)
      return new Response(content, {
        headers: {
          ...always,
          'Cache-Control': 'private, no-store',
          'Content-Type': mime,
          ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
          'Content-Disposition': attachment(name),
        },
      })
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, requestId }, 'download failed')
      const { status, body, headers } = refusalAnswer(asRefusal(error), requestId)
      const type = { 'Content-Type': 'application/json; charset=utf-8' }
      return new Response(body, {
        status,
        headers: { ...always, 'Cache-Control': 'no-store', ...type, ...headers },
      })
    }
  }

/**
 * Answers `GET /files/<token>`, to whoever holds a link. A file leaves as an attachment in a sandbox
 * with no rights: whatever a customer uploaded, no browser runs it under our name.
 */
export const downloadAnswer = (
  deps: Pick<Deps, 'db' | 'files' | 'ids' | 'log'>,
  serviceTime: ServiceTime,
  recordOpening: RecordOpening,
) =>
  fileAnswer(deps, serviceTime, async (token, requestId) => {
    const { link, bytes } = await fileOf(deps, token, (tx, opened) =>
      recordOpening(tx, opened, requestId),
    )
    return { content: new Uint8Array(bytes), mime: link.mime, name: link.fileName }
  })

/** Puts on record that a member opened a document, in the transaction that finds the file. */
export type RecordOpening = (tx: Tx, link: OpenedLink, requestId: string) => Promise<void>

async function fileOf(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  token: string,
  onFound: (tx: Tx, link: OpenedLink) => Promise<void>,
): Promise<{ link: OpenedLink; bytes: Uint8Array }> {
  const link = files.openLink(token)
  if (!link) throw notFound()
  await db.withPartner(link.partnerId, async (tx) => {
    const [at, kept] = await Promise.all([now(tx), keptOf(tx, link.partnerId, [link.sha256])])
    if (at >= link.expiresAt) throw expired()
    if (!kept.has(link.sha256)) throw notFound()
    await onFound(tx, link)
  })
  return { link, bytes: await files.read(link.partnerId, link.sha256) }
}

const notFound = () =>
  new Refusal('RECORD_NOT_FOUND', 'No file has this link.', {
    details: [detail('token', 'RECORD_NOT_FOUND', 'Ask for the document again for a new link.')],
  })

const expired = () =>
  new Refusal(
    'DOWNLOAD_EXPIRED',
    'This link has expired. Ask for the document again for a new one.',
  )

/** RFC 6266: a name in ASCII for old programs, and the real one (RFC 8187) for all others. */
function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
