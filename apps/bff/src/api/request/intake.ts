import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@corridor/contract'
import type { Deps } from '../../ports/deps.ts'
import { bodyLimit, readBytes, tooLarge } from './read-request.ts'
import { Refusal } from './refusal.ts'

const mebibyte = 1_024 * 1_024
/** Bodies in memory, and uploads that wait on disk; of all partners and of each. */
const budgets = {
  memory: { all: 32 * mebibyte, partner: 8 * mebibyte },
  disk: { all: 1_024 * mebibyte, partner: 256 * mebibyte },
}
const pieceBytes = mebibyte / 2
/** Who sends nothing for so long gives his place to others. */
const idleDefaultMs = 30_000

/** A body that was read; `done` gives back what it takes, once it has been answered. */
export type Taken = { bytes: Uint8Array<ArrayBuffer> | undefined; done: () => void }
export type Intake = (request: Request, endpoint: Endpoint, partnerId: string) => Promise<Taken>

type IntakeDeps = {
  config: Pick<Deps['config'], 'DATA_DIR' | 'RATE_LIMIT'>
  random: Deps['random']
  log: Pick<Deps['log'], 'error'>
}

/**
 * Reads bodies within what is in flight already. Uploads go to disk as fast as they come, under a
 * key that only this process has and without a name, and from there into memory one at a time.
 * @throws Refusal RATE_LIMITED where the partner has too much in flight, SERVICE_UNAVAILABLE where
 *   all have or the disk is full, BODY_TOO_LARGE
 */
export function createIntake(
  { config, random, log }: IntakeDeps,
  idleMs: number = idleDefaultMs,
): Intake {
  const inMemory = createBudget(budgets.memory)
  const onDisk = createBudget(budgets.disk)
  const enter = createGate()
  const isOff = config.RATE_LIMIT === 'off'
  const folder = join(config.DATA_DIR, 'uploads')
  let made: Promise<void> | undefined

  return async (request, endpoint, partnerId) => {
    if (endpoint.method === 'GET') return { bytes: undefined, done: () => undefined }
    const limit = endpoint.bodyLimit ?? bodyLimit
    const stated = Number.parseInt(request.headers.get('content-length') ?? '', 10)
    if (stated > limit) throw tooLarge(limit)
    const most = request.body === null ? 0 : stated >= 0 ? stated : limit
    const isUpload = most > bodyLimit
    const giveBack = (isUpload ? onDisk : inMemory).take(partnerId, isOff ? 0 : most)
    try {
      if (!isUpload) return { bytes: await readBytes(request, limit), done: giveBack }
      const { bytes, leave } = await throughDisk(request, limit)
      return { bytes, done: () => (leave(), giveBack()) }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  async function throughDisk(request: Request, limit: number) {
    const spool = await onTheDisk(openSpool)
    try {
      let size = 0
      for await (const chunk of chunksOf(request, idleMs)) {
        size += chunk.byteLength
        if (size > limit) throw tooLarge(limit)
        await onTheDisk(() => spool.add(chunk))
      }
      const leave = await enter()
      try {
        return { bytes: await onTheDisk(() => spool.read(size)), leave }
      } catch (error) {
        leave()
        throw error
      }
    } finally {
      await spool.file.close()
    }
  }

  /** A disk that is full or gone is no fault of the caller's, and may be mended. */
  async function onTheDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error }, 'an upload could not be kept on the disk')
      throw new Refusal('SERVICE_UNAVAILABLE', 'The upload cannot be kept now. Try again.', {
        retryAfterSeconds: 5,
      })
    }
  }

  async function openSpool() {
    made ??= makeFolder()
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
    const path = join(folder, Buffer.from(random(16)).toString('hex'))
    const file = await open(path, 'wx+', 0o600)
    // A crash leaves no content behind.
    await rm(path, { force: true })
    const [key, nonce] = [random(32), random(16)]
    const cipher = createCipheriv('aes-256-ctr', key, nonce)
    return {
      file,
      // Unlike `write`, it goes on until all of it is written.
      add: (chunk: Uint8Array) => file.writeFile(cipher.update(chunk)),
      read: (size: number) => readAll(file, size, createDecipheriv('aes-256-ctr', key, nonce)),
    }
  }

  /** With it go the names of files that a process had no time to take away when it was killed. */
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }
}

/** @throws Refusal RATE_LIMITED where nothing comes for too long */
async function* chunksOf(request: Request, idleMs: number): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
  try {
    for (;;) {
      const waited = new AbortController()
      const idle = sleep(idleMs, undefined, { signal: waited.signal }).catch(() => undefined)
      const next = await Promise.race([reader.read(), idle]).finally(() => waited.abort())
      if (!next)
        throw new Refusal('RATE_LIMITED', 'The body came too slowly.', { retryAfterSeconds: 1 })
      if (next.done) return
      yield next.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function readAll(
  file: FileHandle,
  size: number,
  decipher: ReturnType<typeof createDecipheriv>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer)
  const piece = Buffer.alloc(Math.min(size, pieceBytes))
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at)
    if (bytesRead === 0) throw new Error('an upload is shorter on disk than it was sent')
    bytes.set(decipher.update(piece.subarray(0, bytesRead)), at)
    at += bytesRead
  }
  return bytes
}

/** Counts bytes in flight, of all and of each partner. */
function createBudget(most: { all: number; partner: number }) {
  const taken = new Map<string, number>()
  let all = 0
  return { take }

  function take(partnerId: string, bytes: number): () => void {
    const own = taken.get(partnerId) ?? 0
    if (own + bytes > most.partner && own > 0)
      throw new Refusal('RATE_LIMITED', 'Too many bytes are on their way at once.', {
        retryAfterSeconds: 1,
      })
    if (all + bytes > most.all)
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too much is being received. Try again.', {
        retryAfterSeconds: 1,
      })
    all += bytes
    taken.set(partnerId, own + bytes)
    return () => {
      all -= bytes
      const rest = (taken.get(partnerId) ?? bytes) - bytes
      if (rest > 0) taken.set(partnerId, rest)
      else taken.delete(partnerId)
    }
  }
}

/** One after the other, in the order in which they came. */
function createGate(): () => Promise<() => void> {
  let last = Promise.resolve()
  return async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const before = last
    last = promise.then(() => undefined)
    await before
    return () => resolve(undefined)
  }
}
