import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database/database.ts'
import { StartRefused } from '../config/start-refused.ts'
import { bindKek, createKek, loadKek } from './kek.ts'

const kek = createKek(randomBytes(32), randomBytes)

describe('sealed records', () => {
  test('what is sealed opens with the same purpose', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 200 }), (aad, bytes) => {
        expect(kek.open(aad, kek.seal(aad, bytes))).toEqual(bytes)
      }),
    )
  })
  test('a record moved to another row, or changed in any bit, does not open', () => {
    const sealed = kek.seal('api_key.sealed:1', Buffer.from('secret'))
    expect(() => kek.open('api_key.sealed:2', sealed)).toThrow('authenticate')
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => kek.open('api_key.sealed:1', changed)).toThrow(
        /authenticate|not a sealed record|another key/,
      )
    }
    expect(() => kek.open('api_key.sealed:1', sealed.subarray(0, 20))).toThrow('not a sealed')
  })
  test('the same bytes are sealed differently each time, and never in clear', () => {
    const bytes = Buffer.from('canary-canary-canary')
    const [first, second] = [kek.seal('a', bytes), kek.seal('a', bytes)]
    expect(first).not.toEqual(second)
    expect(Buffer.from(first).includes('canary')).toBe(false)
  })
  test('another key is distinguished from a damaged record', () => {
    const other = createKek(randomBytes(32), randomBytes)
    expect(() => other.open('a', kek.seal('a', Buffer.from('x')))).toThrow('another key')
  })
  test('keys derived for different uses differ, and the same use gives the same', () => {
    expect(kek.derive('signer')).toEqual(kek.derive('signer'))
    expect(kek.derive('signer')).not.toEqual(kek.derive('console'))
  })
})

describe('the key file', () => {
  let dir = ''
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'corridor-kek-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  test('the first start makes it, owner-only, and later starts keep it', () => {
    const first = loadKek({ DATA_DIR: dir }, randomBytes)
    expect(statSync(join(dir, 'kek')).mode & 0o777).toBe(0o600)
    expect(loadKek({ DATA_DIR: dir }, randomBytes).fingerprint).toEqual(first.fingerprint)
  })
  test('KEK_FILE holds raw bytes or hexadecimal text', () => {
    const key = randomBytes(32)
    const [raw, hex] = [join(dir, 'raw'), join(dir, 'hex')]
    writeFileSync(raw, key, { mode: 0o600 })
    writeFileSync(hex, `${key.toString('hex')}\n`, { mode: 0o600 })
    const load = (file: string) => loadKek({ DATA_DIR: dir, KEK_FILE: file }, randomBytes)
    expect(load(raw).fingerprint).toEqual(load(hex).fingerprint)
    expect(existsSync(join(dir, 'kek'))).toBe(false)
  })
  test.each([
    ['missing', undefined, 0o600],
    ['readable by the group', randomBytes(32), 0o640],
    ['readable by all', randomBytes(32), 0o604],
    ['too short', randomBytes(31), 0o600],
    ['all zero', Buffer.alloc(32), 0o600],
    ['typed', Buffer.from('passwordpasswordpasswordpassword'), 0o600],
  ])('a key that is %s is refused, and the message holds none of it', (_, bytes, mode) => {
    const file = join(dir, 'key')
    if (bytes) writeFileSync(file, bytes)
    if (bytes) chmodSync(file, mode)
    const load = () => loadKek({ DATA_DIR: dir, KEK_FILE: file }, randomBytes)
    expect(load).toThrow(StartRefused)
    expect(load).toThrow(/^KEK_FILE: the key-encryption key|^KEK_FILE: a key-encryption key/)
    expect(load).not.toThrow(/password/)
  })
})

describe('the database and its key', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.close())

  test('a database opens with the key it was first used with and no other', async () => {
    await bindKek(db, kek)
    await bindKek(db, kek)
    await expect(bindKek(db, createKek(randomBytes(32), randomBytes))).rejects.toThrow(StartRefused)
  })
})
