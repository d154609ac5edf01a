import { execFile } from 'node:child_process'
import { createHmac, hkdfSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stampWithApiKey } from '@corridor/signing'
import { checkSignedTransaction } from '@corridor/signing/evm'
import { afterAll, describe, expect, inject, test } from 'vitest'
import {
  newId,
  newWallet,
  openTestSigner,
  partnerId,
  random,
  transferOf,
  value,
} from '../../test/harness.ts'
import { openKeyFile, type KeyFile } from '../crypto/key-file.ts'
import { createSigner, rootVersionsInUse, type Signer } from '../index.ts'
import { encodeFields } from '../base/bytes.ts'
import { runTransaction } from '../database/connection.ts'
import { newEntityKey } from '../vault/keys.ts'
import { openRootKey } from '../vault/root-secret.ts'
import { rotateKeys } from './rotate.ts'
import type { RotationLayer } from './rotation.ts'

/** Points of each layer, of which the run's seed chooses two; of those to be cut off at, a third. */
const points = [2, 3, 8, 13, 19, 24]
const seed = process.env['FULL'] ? 0 : Number(process.env['FIRST_SEED'] ?? 1) % 3
const kills = points.filter((_, at) => process.env['FULL'] || at % 3 === seed)

const all: RotationLayer[] = ['root', 'entities', 'data']
const folder = mkdtempSync(join(tmpdir(), 'corridor-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Wallet = Awaited<ReturnType<typeof newWallet>>

/** A signer over a key file of its own, with some wallets. */
async function openWithFile() {
  const { deps, admin, pool } = await openTestSigner()
  const path = join(folder, newId('keys'), 'root-keys')
  const open = () => openKeyFile({ path, random })
  const signer = createSigner({ ...deps, rootKeys: open() })
  const wallets: Wallet[] = []
  for (let index = 0; index < 3; index += 1) wallets.push(await newWallet(signer))
  const rotate = (reach?: (point: string) => void, layers = all, keyFile: KeyFile = open()) =>
    rotateKeys({ pool, keyFile, random, ...(reach && { reach }) }, layers)
  return { deps, admin, pool, path, open, signer, wallets, rotate }
}

/** A transfer signed by the wallet's key, which the signed bytes prove. */
async function signs(signer: Signer, wallet: Wallet): Promise<void> {
  const activityId = newId('act')
  const { entityId, key, address } = wallet
  const { parameters, bounds } = transferOf(address)
  const validUntil = '2100-01-01T00:00:00.000Z'
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION' as const
  const asked = { activityId, entityId, partnerId, type, parameters, bounds, validUntil }
  const { payload } = value(await signer.prepare(asked))
  const stamp = stampWithApiKey(payload, key)
  const done = await signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
  const expected = { unsignedTransaction: parameters.unsignedTransaction, from: address }
  value(checkSignedTransaction(String(value(done).result['signedTransaction']), expected))
}

describe('a rotation of all keys', () => {
  test('gives every layer new keys, and changes no address, signature, MAC or audit line', async () => {
    const { signer, wallets, rotate, path, admin, pool } = await openWithFile()
    const before = await stateOf(admin)
    const deposit = { partnerId, reference: 'fund/1' }
    const given = await signer.depositAddress(deposit)
    const bundleKey = await signer.exportPublicKey()
    for (const wallet of wallets) await signs(signer, wallet)

    expect(await rotate()).toEqual({
      root: { version: 3, rewrapped: 3 },
      entities: 3,
      wallets: 3,
      failed: [],
    })
    // The signer that ran through it knew version 2 alone until now.
    for (const wallet of wallets) await signs(signer, wallet)
    expect(await signer.depositAddress(deposit)).toEqual(given)
    expect(await signer.exportPublicKey()).toBe(bundleKey)
    expect((await signer.verifyAudit()).broken).toEqual([])
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toEqual(['3'])
    expect(await rootVersionsInUse(pool)).toEqual([3])
    const after = await stateOf(admin)
    for (const [index, row] of after.entries()) {
      const old = before[index]
      expect(row).toMatchObject({ id: old?.id, version: 2 })
      for (const part of ['key', 'seed'] as const) {
        if (old?.[part]) expect(row[part]).not.toBe(old[part])
      }
    }
  })

  test('of one layer leaves the others as they are', async () => {
    const { signer, wallets, rotate, admin } = await openWithFile()
    const versions = async () => (await stateOf(admin)).map(({ version }) => version)
    expect(await rotate(undefined, ['root'])).toMatchObject({ entities: 0, wallets: 0 })
    expect(await versions()).toEqual([1, 1, 1, 1, 1, 1])
    expect(await rotate(undefined, ['entities'])).toMatchObject({ entities: 3, wallets: 0 })
    expect(await versions()).toEqual([2, 2, 2, 1, 1, 1])
    expect(await rotate(undefined, ['data'])).toMatchObject({ entities: 0, wallets: 3 })
    expect(await versions()).toEqual([2, 2, 2, 2, 2, 2])
    for (const wallet of wallets) await signs(signer, wallet)
  })

  test('cut off at any point is gone on with, and done once', async () => {
    const { signer, wallets, rotate, admin, path } = await openWithFile()
    let version = 1
    for (let cutAt = 1 + seed; ; cutAt += process.env['FULL'] ? 1 : 3) {
      let count = 0
      const reached: string[] = []
      const cut = rotate((point) => {
        count += 1
        reached.push(point)
        if (count === cutAt) throw new Error('cut off')
      })
      const wasCut = await cut.then(
        () => false,
        (error: Error) => error.message === 'cut off',
      )
      // Each of them in turn, since a signature takes as long as the rest.
      const wallet = wallets[cutAt % wallets.length]
      if (!wallet) expect.fail('no wallet')
      await signs(signer, wallet)
      if (wasCut) await rotate()
      version += 1
      // Each key was renewed once in each rotation, however it was cut.
      const state = await stateOf(admin)
      expect(
        state.map((row) => row.version),
        reached.join(),
      ).toEqual(state.map(() => version))
      // And one root version was made, of which the former one is gone.
      expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toEqual([String(version + 1)])
      await signs(signer, wallet)
      if (!wasCut) break
    }
    for (const wallet of wallets) await signs(signer, wallet)
    expect((await signer.verifyAudit()).broken).toEqual([])
  }, 60_000)

  test(`killed -9 at points ${kills.join(', ')} is complete and consistent after the next run`, async () => {
    const { signer, wallets, rotate, admin, path } = await openWithFile()
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    const child = fileURLToPath(new URL('../../test/rotate-child.ts', import.meta.url))
    let version = 1
    for (const killAt of kills) {
      const args = [child, inject('postgres').host, rows[0]?.name ?? '', path, String(killAt)]
      const signal = await new Promise((resolve) =>
        execFile(process.execPath, args, (error) => resolve(error?.signal)),
      )
      expect(signal).toBe('SIGKILL')
      for (const wallet of wallets) await signs(signer, wallet)
      await rotate()
      version += 1
      const state = await stateOf(admin)
      expect(state.map((row) => row.version)).toEqual(state.map(() => version))
      expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toHaveLength(1)
      for (const wallet of wallets) await signs(signer, wallet)
    }
  }, 60_000)

  test('beside a service at work: wallets made and used meanwhile are whole', async () => {
    const { signer, wallets, rotate, pool, path } = await openWithFile()
    const over = new AbortController()
    const working = (async () => {
      const made: Wallet[] = []
      while (!over.signal.aborted) {
        made.push(await newWallet(signer))
        for (const wallet of wallets) await signs(signer, wallet)
      }
      return made
    })()
    for (let round = 0; round < 3; round += 1) await rotate()
    over.abort()
    const made = await working
    expect(made.length).toBeGreaterThan(0)
    for (const wallet of [...wallets, ...made]) await signs(signer, wallet)
    // Nothing was wrapped under a version after it was thought unused.
    const kept = Object.keys(JSON.parse(readFileSync(path, 'utf8'))).map(Number)
    for (const version of await rootVersionsInUse(pool)) expect(kept).toContain(version)
  })

  test('waits for keys that are being made, so that none is left under the former root', async () => {
    const { rotate, admin, pool, open } = await openWithFile()
    const rootKey = openRootKey({ pool, rootKeys: open(), random })
    const held = Promise.withResolvers<undefined>()
    const making = runTransaction(pool, 'begin read write', async (tx) => {
      await newEntityKey({ rootKey, random }, tx, 'ent_1')
      await held.promise
    })
    const reached: string[] = []
    const rotating = rotate((point) => void reached.push(point), ['root'])
    const waiting = async () => {
      const { rows } = await admin.query(`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0].waiting
    }
    await expect.poll(waiting).toBe(1)
    expect(reached).toEqual(['key_file:before', 'key_file:after'])
    held.resolve(undefined)
    await making
    expect(await rotating).toMatchObject({ root: { version: 3 }, failed: [] })
  })

  test('names a record that does not open, rotates the rest, and keeps what that record needs', async () => {
    const { wallets, rotate, admin, open } = await openWithFile()
    const [broken] = wallets
    const flip = `update signer.entity_key set wrapped_key =
      set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1) where entity_id = $1`
    await admin.query(flip, [broken?.entityId])
    const report = await rotate()
    expect(report.failed.map(({ id }) => id)).toContain(broken?.entityId)
    expect(report.entities).toBe(2)
    expect(open().versions()).toEqual([2, 3])
    await admin.query(flip, [broken?.entityId])
    expect(await rotate()).toMatchObject({ entities: 1, failed: [] })
    expect(open().versions()).toEqual([3])
  })

  test('is done by one process at a time', async () => {
    const { rotate } = await openWithFile()
    let second: unknown
    let isFirst = true
    await rotate(() => {
      if (!isFirst) return
      isFirst = false
      second = rotate().catch((error: unknown) => error)
    })
    expect(await second).toMatchObject({ name: 'RotationRunning' })
  })

  test('leaves old copies of the records closed', async () => {
    const { deps, open, wallets, rotate, admin } = await openWithFile()
    const [wallet] = wallets
    if (!wallet) expect.fail('no wallet')
    await admin.query('create table old_keys as select * from signer.entity_key')
    await admin.query('create table old_wallets as select * from signer.wallet')
    await rotate()
    await admin.query(`update signer.entity_key as now set version = old.version,
      root_version = old.root_version, wrapped_key = old.wrapped_key
      from old_keys as old where old.entity_id = now.entity_id`)
    await admin.query(`update signer.wallet as now set version = old.version,
      wrapped_data_key = old.wrapped_data_key, sealed_entropy = old.sealed_entropy
      from old_wallets as old where old.wallet_id = now.wallet_id`)
    // Only a process that ran before the rotation still has the old version, in its memory.
    const later = createSigner({ ...deps, rootKeys: open() })
    await expect(signs(later, wallet)).rejects.toThrow('version 2 is missing')
    const report = await rotate()
    expect(report).toMatchObject({ entities: 0, wallets: 0, root: { rewrapped: 0 } })
    expect(report.failed[0]?.reason).toContain('version 2 is missing')
  })
})

describe('the MAC key', () => {
  test('of a database that is older than its record is the one that version 1 gives', async () => {
    const { deps, admin, pool } = await openTestSigner()
    await admin.query(`insert into signer.root_secret (name, root_version) values ('mac', 1)`)
    const version1 = random(32)
    const path = join(folder, newId('keys'))
    const keyFile = openKeyFile({ path, random, version1: () => version1 })
    const signer = createSigner({ ...deps, rootKeys: keyFile })
    const wallet = await newWallet(signer)
    const message = random(20)
    const old = Buffer.from(hkdfSync('sha256', version1, '', 'svc/root-mac/v1', 32))
    const expected = createHmac('sha256', old)
      .update(encodeFields(['p', message]))
      .digest('hex')
    const macNow = async (rootKeys: KeyFile) => {
      const mac = await openRootKey({ pool, rootKeys, random }).mac('p', message)
      return Buffer.from(mac).toString('hex')
    }
    expect(await macNow(keyFile)).toBe(expected)

    // Once rotated, nothing needs version 1 any more.
    expect(await rotateKeys({ pool, keyFile, random }, ['root'])).toMatchObject({
      root: { version: 2, rewrapped: 1 },
    })
    const without = openKeyFile({ path, random })
    expect(await macNow(without)).toBe(expected)
    await signs(createSigner({ ...deps, rootKeys: without }), wallet)
    expect(await rootVersionsInUse(pool)).toEqual([2])
  })

  test('cannot be had without the keys that it was wrapped under', async () => {
    const { deps, admin, signer } = await openTestSigner()
    await newWallet(signer)
    const path = join(folder, newId('keys'))
    const other = createSigner({ ...deps, rootKeys: openKeyFile({ path, random }) })
    await expect(other.exportPublicKey()).rejects.toThrow('version 1 is missing')
    const wrong = openKeyFile({ path, random, version1: () => random(32) })
    await expect(createSigner({ ...deps, rootKeys: wrong }).exportPublicKey()).rejects.toThrow(
      'made with other root keys',
    )
    // Without its record a new one is never made beside records of the old one.
    await admin.query('delete from signer.root_secret')
    await expect(createSigner(deps).exportPublicKey()).rejects.toThrow('Restore signer.root_secret')
  })
})

describe('a key file', () => {
  const fresh = () => join(folder, newId('keys'), 'root-keys')

  test('is made once, readable by its owner alone, by whoever is first', () => {
    const path = fresh()
    const [first, two] = [openKeyFile({ path, random }), openKeyFile({ path, random })]
    expect([first.first(), two.first(), first.first()]).toEqual([2, 2, 2])
    expect(first.key(2)).toEqual(two.key(2))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(first.key(1)).toBeUndefined()
  })

  test('shows a version that another process has added', () => {
    const path = fresh()
    const [first, two] = [openKeyFile({ path, random }), openKeyFile({ path, random })]
    first.first()
    expect(two.key(3)).toBeUndefined()
    expect(first.add()).toBe(3)
    expect(two.key(3)).toEqual(first.key(3))
    first.remove([2])
    expect(two.versions()).toEqual([3])
    expect(() => first.remove([3])).toThrow('left without a key')
  })

  test.each([
    ['not JSON', 'key'],
    ['no key', '{}'],
    ['a short key', '{"2":"00"}'],
    ['version 1', `{"1":"${'00'.repeat(32)}"}`],
    ['a version that is no number', `{"x":"${'00'.repeat(32)}"}`],
  ])('is refused with %s', (_name, text) => {
    const path = join(folder, newId('keys'))
    writeFileSync(path, text, { mode: 0o600 })
    expect(() => openKeyFile({ path, random })).toThrow(/Restore it/)
  })

  test('is refused where others may read it', () => {
    const path = fresh()
    openKeyFile({ path, random }).first()
    chmodSync(path, 0o640)
    expect(() => openKeyFile({ path, random })).toThrow('can be read by others')
  })
})

type Row = { id: string; version: number; key: string; seed: string | null }

/** Every entity key and wallet, as hex. */
async function stateOf(admin: { query: (text: string) => Promise<{ rows: Row[] }> }) {
  const { rows } = await admin.query(`
    (select entity_id as id, version, encode(wrapped_key, 'hex') as key, null as seed
       from signer.entity_key order by 1)
    union all
    (select wallet_id, version, encode(wrapped_data_key, 'hex'), encode(sealed_entropy, 'hex')
       from signer.wallet order by 1)`)
  return rows
}
