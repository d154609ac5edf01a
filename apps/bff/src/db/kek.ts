import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeOnce } from '../config/own-file.ts'
import { StartRefused } from '../config/start-refused.ts'
import type { ServiceDatabase } from './open.ts'

/** The key-encryption key, which never leaves this record: it seals, opens, and derives others. */
export type Kek = {
  /**
   * AES-256-GCM. `aad` says what the bytes are and whose (table, column, row id, partner): a record
   * moved to another row does not open.
   */
  seal: (aad: string, plaintext: Uint8Array) => Uint8Array
  /** The same for a record of so many bytes that is given piece by piece. */
  sealing: (aad: string, bytes: number) => Sealing
  /** @throws where the record was altered, moved, or sealed under another key */
  open: (aad: string, sealed: Uint8Array) => Uint8Array
  /** 32 bytes for one use, distinguished by the label; nothing about the key follows from them. */
  derive: (label: string) => Uint8Array
  /** 16 bytes that name the key without giving it away. */
  fingerprint: Uint8Array
}

type Sealing = {
  add: (piece: Uint8Array) => void
  /** @throws where fewer bytes were given than were announced */
  finish: () => Uint8Array
}

const version = 1
const versionByte = Buffer.of(version)
const keyNameBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyNameBytes + nonceBytes

/** Sealed record: version (1), name of the key (4), nonce (12), ciphertext, tag (16). */
export function createKek(key: Uint8Array, random: (bytes: number) => Uint8Array): Kek {
  const derive = (label: string) =>
    new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `corridor/${label}`, 32))
  // As a key object: bytes would be made into one for every record.
  const sealingKey = createSecretKey(derive('seal/v1'))
  const fingerprint = derive('fingerprint/v1').subarray(0, 16)
  const keyName = fingerprint.subarray(0, keyNameBytes)

  function begin(aad: string, bytes: number): Sealing {
    const head = Buffer.concat([versionByte, keyName, random(nonceBytes)])
    const cipher = createCipheriv('aes-256-gcm', sealingKey, head.subarray(-nonceBytes))
    cipher.setAAD(associated(head, aad))
    const sealed = new Uint8Array(headBytes + bytes + tagBytes)
    sealed.set(head)
    let at = headBytes
    return {
      add: (piece) => {
        sealed.set(cipher.update(piece), at)
        at += piece.byteLength
      },
      finish: () => {
        if (at !== headBytes + bytes) throw new Error('a record of another length was to be sealed')
        cipher.final()
        sealed.set(cipher.getAuthTag(), at)
        return sealed
      },
    }
  }

  return {
    derive,
    fingerprint,
    seal: (aad, plaintext) => {
      const sealing = begin(aad, plaintext.byteLength)
      sealing.add(plaintext)
      return sealing.finish()
    },
    sealing: begin,
    open: (aad, sealed) => {
      const record = bytesOf(sealed)
      if (record.length < headBytes + tagBytes || record[0] !== version) {
        throw new Error('not a sealed record of this version')
      }
      if (!record.subarray(1, 1 + keyNameBytes).equals(keyName)) {
        throw new Error('the record was sealed under another key-encryption key')
      }
      const head = record.subarray(0, headBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, head.subarray(-nonceBytes))
      decipher.setAAD(associated(head, aad))
      decipher.setAuthTag(record.subarray(-tagBytes))
      const body = record.subarray(headBytes, -tagBytes)
      return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]))
    },
  }
}

/** Version and name of the key are bound too, so that no later version can be passed off as this. */
function associated(head: Buffer, aad: string): Buffer {
  return Buffer.concat([head.subarray(0, 1 + keyNameBytes), Buffer.from(aad, 'utf8')])
}

function bytesOf(bytes: Uint8Array | number[]): Buffer {
  return Buffer.from(bytes)
}

/**
 * Loads the key from `KEK_FILE`, or from `DATA_DIR/kek`, which the first sandbox start makes.
 * @throws StartRefused when it is missing, readable by others, or weak
 */
export function loadKek(
  config: { DATA_DIR: string; KEK_FILE?: string | undefined },
  random: (bytes: number) => Uint8Array,
): Kek {
  return createKek(readKek(config, random), random)
}

/** The bytes of the key, for a process that may not read the file. @throws as `loadKek` */
export function readKek(
  config: { DATA_DIR: string; KEK_FILE?: string | undefined },
  random: (bytes: number) => Uint8Array,
): Uint8Array {
  const path = config.KEK_FILE ?? ownKeyFile(config.DATA_DIR, random)
  return readKey(path, config.KEK_FILE ? 'KEK_FILE' : path)
}

function ownKeyFile(dataDir: string, random: (bytes: number) => Uint8Array): string {
  const path = join(dataDir, 'kek')
  if (!statSync(path, { throwIfNoEntry: false })) writeOnce(path, random(32))
  return path
}

/** 32 raw bytes, or the same as 64 hexadecimal characters. */
function readKey(path: string, name: string): Uint8Array {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new StartRefused(`${name}: the key-encryption key is not there.`)
  if ((stat.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${name}: the key-encryption key can be read by others; set its mode to 0600.`,
    )
  }
  const bytes = readFileSync(path)
  const text = bytes.toString('latin1').trim()
  const key =
    bytes.length === 32
      ? bytes
      : /^[0-9a-f]{64}$/i.test(text)
        ? Buffer.from(text, 'hex')
        : undefined
  if (!key) {
    throw new StartRefused(
      `${name}: a key-encryption key has 32 bytes, or 64 hexadecimal characters.`,
    )
  }
  // 32 random bytes with fewer than 16 different values do not happen; typed or zeroed ones do.
  if (new Set(key).size < 16)
    throw new StartRefused(`${name}: the key-encryption key is too simple.`)
  return key
}

/**
 * Ties the database to its key at the first start, and refuses another key later: what is sealed
 * there could not be opened, and new records would be lost with the wrong key.
 */
export async function bindKek(db: Pick<ServiceDatabase, 'asWorker'>, kek: Kek): Promise<void> {
  const matches = await db.asWorker(async (tx) => {
    const fingerprint = Buffer.from(kek.fingerprint)
    await sql`insert into kek_binding (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(
      tx,
    )
    const { rows } = await sql<{
      fingerprint: Buffer
    }>`select fingerprint from kek_binding`.execute(tx)
    return rows[0]?.fingerprint.equals(fingerprint) === true
  })
  if (!matches) {
    throw new StartRefused(
      'The key-encryption key (DATA_DIR/kek or KEK_FILE) is not the one this database was made with.',
    )
  }
}
