import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Files too large to hold in memory, encrypted in frames: a salt, then AES-256-GCM frames of 64 KiB
 * each under a key of this file alone. The nonce counts the frames and marks the last, so frames
 * cannot be moved, repeated or cut off unnoticed.
 */
const frameBytes = 65_536
const tagBytes = 16
const saltBytes = 32

export type SealedParts = {
  /** Of the purpose; each file's key follows from it and from its salt. */
  key: Uint8Array
  /** What the file is and whose: a file under another name does not open. */
  name: string
}

export type Written = { bytes: number; sha256: string }
export type SealedWriter = {
  write: (text: string) => Promise<void>
  /** Forces the whole file out; says its plain length and hash. */
  finish: () => Promise<Written>
  /** Closes a file that will not be finished. */
  abandon: () => Promise<void>
}

/** Begins a file that must not be there yet. */
export async function writeSealed(
  path: string,
  { key, name }: SealedParts,
  random: (bytes: number) => Uint8Array,
): Promise<SealedWriter> {
  const salt = Buffer.from(random(saltBytes))
  const frames = frameCipher(key, name, salt)
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let pending: Buffer[] = [salt]
  let plain = Buffer.alloc(0)
  let bytes = 0
  return { write, finish, abandon: () => file.close() }

  async function write(text: string): Promise<void> {
    const added = Buffer.from(text, 'utf8')
    hash.update(added)
    bytes += added.length
    plain = Buffer.concat([plain, added])
    while (plain.length > frameBytes) {
      pending.push(frames.seal(plain.subarray(0, frameBytes), false))
      plain = plain.subarray(frameBytes)
    }
    await flush()
  }

  async function flush(): Promise<void> {
    const ready = Buffer.concat(pending)
    pending = []
    if (ready.length > 0) await file.writeFile(ready)
  }

  async function finish(): Promise<Written> {
    pending.push(frames.seal(plain, true))
    await flush()
    await file.sync()
    await file.close()
    return { bytes, sha256: hash.digest('hex') }
  }
}

/**
 * The plain content of a file, piece by piece.
 * @throws where it is missing, altered, cut off or another's
 */
export async function* readSealed(
  path: string,
  { key, name }: SealedParts,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const frames = frameCipher(key, name, await take(file, saltBytes))
    for (let at = saltBytes; ; at += frameBytes + tagBytes) {
      const left = size - at
      const isLast = left <= frameBytes + tagBytes
      const frame = await take(file, isLast ? Math.max(left, tagBytes) : frameBytes + tagBytes)
      yield new Uint8Array(frames.open(frame, isLast))
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

async function take(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length)
  if (bytesRead < length) throw new Error('the file was cut off')
  return bytes
}

function frameCipher(key: Uint8Array, name: string, salt: Uint8Array) {
  const own = Buffer.from(hkdfSync('sha256', key, salt, 'corridor/sealed-stream/v1', 32))
  const aad = Buffer.from(name, 'utf8')
  let count = 0
  const nonce = (isLast: boolean) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt32BE(count, 4)
    bytes.writeUInt8(isLast ? 1 : 0, 11)
    count += 1
    return bytes
  }
  return {
    seal(plain: Uint8Array, isLast: boolean): Buffer {
      const cipher = createCipheriv('aes-256-gcm', own, nonce(isLast)).setAAD(aad)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(frame: Buffer, isLast: boolean): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', own, nonce(isLast)).setAAD(aad)
      decipher.setAuthTag(frame.subarray(-tagBytes))
      return Buffer.concat([decipher.update(frame.subarray(0, -tagBytes)), decipher.final()])
    },
  }
}
