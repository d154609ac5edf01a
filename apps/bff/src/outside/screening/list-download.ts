import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isListAddress } from '../../config/reach.ts'
import { startLoop } from '../../engine/loop.ts'
import type { Deps } from '../../ports/deps.ts'
import { syncFolder } from '../files/disk.ts'
import { BadList, readList, requireEntries } from './list-file.ts'

export type ListDownload = {
  /** The list as it was last fetched whole. */
  path: string
  copy: () => Copy
}

type Place = {
  url: string
  folder: string
  everyMs: number
  /** Whether a list may lose many entries at once. */
  mayShrink: boolean
  log: Logger
  realTime: Deps['realTime']
}

/** What is known of the copy, kept beside it. */
const Copy = z.object({
  url: z.string(),
  etag: z.string(),
  sha256: z.string(),
  entries: z.number(),
  /** When its address last gave it, or answered that it is still the same; in milliseconds. */
  confirmedAt: z.number(),
})
type Copy = z.output<typeof Copy>

const timeoutMs = 120_000
/** All of OpenSanctions' targets are about a third of it. */
const bytesMax = 1024 ** 3

/**
 * Keeps a copy of a list that is fetched from the operator's address, at the start and at intervals.
 * It is asked whether the list has changed (`If-None-Match`). A list that is cut, is none, or has
 * another SHA-256 than the file `.sha256` beside it, or has lost many entries, is refused: the copy
 * stays, and its age goes on. Where the address cannot be reached at the start, an earlier copy of it is
 * taken, if it is the one that was fetched.
 * @throws where there is no copy either
 */
export async function openListDownload(
  place: Place,
  closers: (() => Promise<void> | void)[],
): Promise<ListDownload> {
  const { url, folder, everyMs, log, realTime } = place
  const path = join(folder, 'list.csv')
  await mkdir(folder, { recursive: true })
  let copy: Copy
  const kept = await readCopy(folder, url)
  try {
    copy = await fetched(kept)
  } catch (error) {
    if (!kept) throw error
    copy = kept
    log.error({ err: error }, 'the sanctions list cannot be fetched; the copy stays')
  }
  const loop = startLoop({ name: 'sanctions list', everyMs, log, run: fetchNow })
  closers.push(loop.stop)
  return { path, copy: () => copy }

  async function fetchNow(): Promise<undefined> {
    copy = await fetched(copy)
  }

  async function fetched(before: Copy | undefined): Promise<Copy> {
    const confirmedAt = realTime().getTime()
    const next = { ...(await fetchList(place, before, path)), confirmedAt }
    await putWhole(join(folder, 'list.json'), JSON.stringify(next))
    return next
  }
}

/** The copy of this address; one of another address is none, nor one whose list is another or gone. */
async function readCopy(folder: string, url: string): Promise<Copy | undefined> {
  try {
    const copy = Copy.parse(JSON.parse(await readFile(join(folder, 'list.json'), 'utf8')))
    if (copy.url !== url) return undefined
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, 'list.csv')), hash)
    return copy.sha256 === hash.digest('hex') ? copy : undefined
  } catch {
    return undefined
  }
}

/** Puts the list at `path` where it has changed. */
async function fetchList(
  { url, mayShrink }: Place,
  before: Copy | undefined,
  path: string,
): Promise<Copy> {
  const answer = await ask(url, before?.etag ? { 'If-None-Match': before.etag } : {})
  if (answer.status === 304 && before) return before
  const fresh = `${path}.${randomUUID()}`
  try {
    const sha256 = await write(answer, fresh)
    if (sha256 !== (await checksumOf(url)))
      throw new BadList('it is not the one of its .sha256 file')
    const entries = (await readList(fresh, new Date(0))).entries.length
    if (!mayShrink) requireEntries(entries, before?.entries ?? 0)
    await rename(fresh, path)
    await syncFolder(dirname(path))
    return { url, etag: answer.headers.get('etag') ?? '', sha256, entries, confirmedAt: 0 }
  } finally {
    await rm(fresh, { force: true })
  }
}

/** @throws BadList for any answer but 200 and 304, and one that anybody on the way could have given */
async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  // Redirects are followed: archives and mirrors answer with one; the checksum holds for all.
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  const isSafe = isListAddress(answer.url)
  const isSame = answer.status === 304 && headers['If-None-Match'] !== undefined
  if (isSafe && (answer.status === 200 || isSame)) return answer
  await answer.body?.cancel()
  if (!isSafe) throw new BadList('its address leads to one without https')
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
    createWriteStream(path, { mode: 0o600, flush: true }),
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
  await writeFile(fresh, text, { mode: 0o600, flush: true })
  await rename(fresh, path)
  await syncFolder(dirname(path))
}
