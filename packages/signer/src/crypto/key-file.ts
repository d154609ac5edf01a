import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hexToBytes } from '@corridor/signing'
import { membersOf, parseJson } from '../base/json.ts'
import type { RootKeys } from './root-key.ts'

/** Version 1 is what the key-encryption key gives; those of the file come after it. */
const FIRST_OF_FILE = 2
const KEY_LENGTH = 32

/** The root keys of a file, which only its owner may read. Version 1 is never in it. */
export type KeyFile = RootKeys & {
  /** The newest version: of the file, or 1 where there is none. */
  newest: () => number
  /** Adds a random key under the next version, and gives the version. */
  add: () => number
  /** Removes versions that nothing is wrapped under any more. */
  remove: (versions: readonly number[]) => void
  /** Every version of the file. */
  versions: () => number[]
}

/** The key file cannot be used. The message says why, and never a key. */
export class KeyFileRefused extends Error {
  override readonly name = 'KeyFileRefused'
}

export type KeyFileOptions = {
  path: string
  random: (length: number) => Uint8Array
  /** The key of version 1, where this process may have it. */
  version1?: () => Uint8Array
}

/** Opens a key file, which need not be there yet. @throws KeyFileRefused */
export function openKeyFile({ path, random, version1 }: KeyFileOptions): KeyFile {
  let known = read(path)
  const newest = () => Math.max(1, ...known.keys())
  return {
    key: (version) => {
      if (version < FIRST_OF_FILE) return version1?.()
      // Another process has rotated the keys since we read the file.
      if (!known.has(version)) known = read(path)
      return known.get(version)
    },
    first: () => {
      known = read(path)
      if (known.size === 0) {
        create(path, textOf(new Map([[FIRST_OF_FILE, random(KEY_LENGTH)]])))
        known = read(path)
      }
      return newest()
    },
    newest: () => {
      known = read(path)
      return newest()
    },
    add: () => {
      const before = read(path)
      const version = Math.max(1, ...before.keys()) + 1
      const text = textOf(new Map([...before, [version, random(KEY_LENGTH)]]))
      if (before.size === 0) create(path, text)
      else replace(path, text)
      known = read(path)
      if (!known.has(version)) throw new KeyFileRefused(`${path} was changed by another process.`)
      return version
    },
    remove: (versions) => {
      const before = read(path)
      const kept = new Map([...before].filter(([version]) => !versions.includes(version)))
      if (kept.size === before.size) return
      if (kept.size === 0) throw new KeyFileRefused(`${path} would be left without a key.`)
      replace(path, textOf(kept))
      known = kept
    },
    versions: () => {
      known = read(path)
      return [...known.keys()].sort((left, right) => left - right)
    },
  }
}

/** `{"2": "<64 hex characters>", …}`; nothing where the file is not there. */
function read(path: string): Map<number, Uint8Array> {
  let text: string
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) {
      throw new KeyFileRefused(`${path} can be read by others; set its mode to 0600.`)
    }
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const keys = new Map<number, Uint8Array>()
  for (const [name, value] of Object.entries(membersOf(parseJson(text)))) {
    const isKey = typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
    const version = Number.parseInt(name, 10)
    if (!isKey || String(version) !== name || version < FIRST_OF_FILE) {
      throw new KeyFileRefused(`${path} is not a list of root keys. Restore it from a copy.`)
    }
    keys.set(version, hexToBytes(value))
  }
  if (keys.size === 0) {
    throw new KeyFileRefused(`${path} holds no root key. Restore it from a copy.`)
  }
  return keys
}

function textOf(keys: ReadonlyMap<number, Uint8Array>): string {
  const members = [...keys].map(([version, key]) => [version, Buffer.from(key).toString('hex')])
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`
}

/** Of two processes that make the file at once, the first one's is it. */
function create(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(path)
}

/** Whole and lasting before it takes the old one's place and owner: a key that is lost loses wallets. */
function replace(path: string, text: string): void {
  const { uid, gid } = statSync(path)
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    if (process.getuid?.() === 0) chownSync(draft, uid, gid)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(path)
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
