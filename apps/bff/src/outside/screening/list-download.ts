import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { startLoop } from '../../engine/loop.ts'
import type { Deps } from '../../ports/deps.ts'
import { BadList, readList } from './list-file.ts'

export type ListDownload = {
  /** The list as it was last fetched whole. */
  path: string
  /** When its address last gave it, or answered that it is still the same; in milliseconds. */
  confirmedAt: () => number
}

type Place = {
  url: string
  folder: string
  everyMs: number
  log: Logger
  realTime: Deps['realTime']
}

/** What is known of the copy, kept beside it. */
const Copy = z.object({ url: z.string(), etag: z.string(), confirmedAt: z.number() })
type Copy = z.output<typeof Copy>

const timeoutMs = 120_000
/** All of OpenSanctions' targets are about a third of it. */
const bytesMax = 1024 ** 3

/**
 * Keeps a copy of a list that is fetched from the operator's address, at the start and at intervals.
 * It is asked whether the list has changed (`If-None-Match`). A list that is cut, is none, or has
 * another SHA-256 than the file `.sha256` beside it is refused: the copy stays, and its age goes on.
 * Where the address cannot be reached at the start, an earlier copy of it is taken.
 * @throws where there is no copy either
 */
export async function openListDownload(
  place: Place,
  closers: (() => Promise<void> | void)[],
): Promise<ListDownload> {
  const { url, folder, everyMs, log, realTime } = place
  const path = join(folder, 'list.csv')
  await mkdir(folder, { recursive: true })
  let copy = await readCopy(folder, url)
  try {
    await fetchNow()
  } catch (error) {
    if (!copy) throw error
    log.error({ err: error }, 'the sanctions list cannot be fetched; the copy stays')
  }
  const loop = startLoop({ name: 'sanctions list', everyMs, log, run: fetchNow })
  closers.push(loop.stop)
  return { path, confirmedAt: () => copy?.confirmedAt ?? 0 }

  async function fetchNow(): Promise<undefined> {
    const etag = await fetchList(url, copy?.etag ?? '', path)
    copy = { url, etag, confirmedAt: realTime().getTime() }
    await putWhole(join(folder, 'list.json'), JSON.stringify(copy))
  }
}

/** The copy of this address; one of another address is none. */
async function readCopy(folder: string, url: string): Promise<Copy | undefined> {
  try {
    const copy = Copy.parse(JSON.parse(await readFile(join(folder, 'list.json'), 'utf8')))
    return copy.url === url ? copy : undefined
  } catch {
    return undefined
  }
}

/** Puts the list at `path` where it has changed. Returns its entity tag, '' for none. */
async function fetchList(url: string, etag: string, path: string): Promise<string> {
  const answer = await ask(url, etag === '' ? {} : { 'If-None-Match': etag })
  if (answer.status === 304) return etag
  const fresh = `${path}.${randomUUID()}`
  try {
    const hash = await write(answer, fresh)
    if (hash !== (await checksumOf(url))) throw new BadList('it is not the one of its .sha256 file')
    await readList(fresh, new Date(0))
    await rename(fresh, path)
  } finally {
    await rm(fresh, { force: true })
  }
  return answer.headers.get('etag') ?? ''
}

/** @throws BadList for any answer but 200 and 304 */
async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  // Redirects are followed: archives and mirrors answer with one; the checksum holds for all.
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (answer.status === 200 || (answer.status === 304 && headers['If-None-Match'] !== undefined))
    return answer
  await answer.body?.cancel()
  throw new BadList(`its address answered ${answer.status}`)
}

/** Writes an answer to a file. Returns its SHA-256 in hexadecimal digits. */
async function write(answer: Response, path: string): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  const body = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([])
  await pipeline(
    body,
    async function* counted(parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        size += part.byteLength
        if (size > bytesMax) throw new BadList('it is too long')
        hash.update(part)
        yield part
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  return hash.digest('hex')
}

/** In the layout of `sha256sum`: the digits, then perhaps a name. */
async function checksumOf(url: string): Promise<string> {
  const address = new URL(url)
  address.pathname += '.sha256'
  const text = await (await ask(address.href, {})).text()
  const [digits = ''] = text.trim().split(/\s/, 1)
  if (!/^[\da-f]{64}$/i.test(digits)) throw new BadList('its .sha256 file has no SHA-256')
  return digits.toLowerCase()
}

async function putWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o600 })
  await rename(fresh, path)
}
