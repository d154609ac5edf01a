import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSigner, rootKeysFromBytes } from '@corridor/signer'
import { stampWithApiKey } from '@corridor/signing'
import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKek } from '../src/db/kek.ts'
import { openDatabase } from '../src/db/open.ts'
import { readPostmaster, serverPort } from '../src/db/server/postmaster.ts'
import { embeddedUrl, withClient } from '../src/db/server/server.ts'
import { makeDataDirectory } from './support/database/data-dir.ts'
import { copyPrepared } from './support/database/prepared.ts'
import { keptLog } from './support/database/quiet.ts'
import { admin } from './support/process/admin.ts'
import { childrenOf, intrude, memoryHolds } from './support/process/apart.ts'
import { remoteBff } from './support/process/remote-bff.ts'
import { type Started, startServer } from './support/process/server.ts'
import { testInFull } from './support/process/tiers.ts'
import {
  act,
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transferPath,
} from './support/money/wallets.ts'

const isRoot = process.getuid?.() === 0
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const apart = { SIGNER: 'process' }

let running: Started
const { ask, remote } = remoteBff(() => running)

/** A transfer from wallet to wallet, until it reads COMPLETED. */
async function pay(from: TestWallet, to: TestWallet): Promise<void> {
  const quote = await ask('POST', simulatePath, aTransfer(from, to, { exactAmountIn: 2 }))
  expect(quote.status, JSON.stringify(quote.body)).toBe(200)
  const { executionId, payloadToSign } = quote.body
  const payloadSignature = stampWithApiKey(payloadToSign, from.key)
  const sent = await ask('POST', transferPath, {
    executionId,
    payloadSignature,
    signatureType: 'ApiKey',
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const status = async () => (await ask('GET', `${transferPath}/${executionId}`)).body.data.status
  await expect.poll(status, { timeout: 60_000 }).toBe('COMPLETED')
}

const partsOf = (launcher: number) => {
  const find = (name: string) => {
    const children = childrenOf(launcher)
    // One that was killed may still be listed, before the one that came after it.
    const found = children.findLast(({ command }) => command.includes(name))
    if (!found) throw new Error(`no ${name} among ${JSON.stringify(children)}`)
    return found
  }
  return { signer: () => find('signer.mjs'), service: () => find('--service') }
}

const sockets = () => readdirSync(tmpdir()).filter((name) => name.startsWith('corridor-signer-'))

describe('a signer in a process of its own', () => {
  const dataDir = makeDataDirectory('apart')
  const inDir = (name: string) => join(dataDir, name)
  let alice: TestWallet
  let bob: TestWallet
  let parts: ReturnType<typeof partsOf>
  let socket = ''

  beforeAll(async () => {
    copyPrepared(dataDir)
    const before = sockets()
    running = await startServer(dataDir, apart)
    parts = partsOf(running.child.pid ?? 0)
    const made = sockets().find((name) => !before.includes(name))
    socket = join(tmpdir(), made ?? '', 'socket')
    alice = await makeWallet(remote)
    bob = await makeWallet(remote)
    await fund(remote, alice, 100)
  }, 120_000)
  afterAll(async () => {
    await running.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  const urlOf = (role: string, password: string) => {
    const host = readPostmaster(inDir('postgres'))?.socketDirectory ?? ''
    return embeddedUrl({ host, port: serverPort }, role, password, 'corridor')
  }
  const secrets = () => JSON.parse(readFileSync(inDir('secrets'), 'utf8')) as Record<string, string>

  test('signs what the owner of a wallet stamped', () => pay(alice, bob))

  test('runs as another user than the service, which is not root, and keeps its password itself', () => {
    expect(Object.keys(secrets())).not.toContain('corridor_signer')
    const [signer, service] = [parts.signer(), parts.service()]
    const uids = [signer.uid, service.uid, 0, statSync(inDir('postgres')).uid]
    // Where the test is not root, all of them are the test's own user.
    expect(new Set(uids).size).toBe(isRoot ? 4 : 2)
    for (const name of ['signer/root-keys', 'signer/password']) {
      const { mode, uid } = statSync(inDir(name))
      expect([mode & 0o777, uid]).toEqual([0o600, signer.uid])
    }
  })

  test('code that runs as the service reads no seed: no key, password, memory, role or call', () => {
    const { corridor_app = '', corridor_worker = '', corridor_admin = '' } = secrets()
    const [signer, service] = [parts.signer(), parts.service()]
    const launcher = running.child.pid ?? 0
    const mine = isRoot ? ['kek', 'secrets', 'signer', 'signer/root-keys', 'signer/password'] : []
    const outcomes = intrude(
      {
        files: mine.map(inDir),
        removals: mine.slice(0, 3).map(inDir),
        pids: isRoot ? [signer.pid, launcher] : [],
        own: [urlOf('corridor_app', corridor_app), urlOf('corridor_worker', corridor_worker)],
        others: ['corridor_signer', 'corridor_owner', 'corridor_admin'].flatMap((role) => [
          urlOf(role, corridor_app),
          urlOf(role, 'none'),
        ]),
        statements: [
          'set role corridor_signer',
          'set role corridor_owner',
          'set session authorization corridor_signer',
          'select wrapped_key from signer.entity_key',
          'select sealed_entropy from signer.wallet',
          'select wrapped from signer.root_secret',
          'select rolpassword from pg_authid',
          `alter role corridor_signer password 'x'`,
          'create role intruder superuser',
          `copy (select 1) to program 'id'`,
          `select pg_read_file('postgresql.conf')`,
        ],
        socket,
      },
      service.uid,
    )
    const done = Object.entries(outcomes).filter(([, outcome]) => outcome === 'done')
    expect(done).toEqual([])
    const codes = new Set(Object.values(outcomes))
    expect(codes).toEqual(
      new Set(['42501', '28P01', 'refused', ...(isRoot ? ['EACCES', 'EPERM', 'EISDIR'] : [])]),
    )
    expect(Object.keys(outcomes).length).toBeGreaterThan(isRoot ? 40 : 25)
    // The passwords were right, so it is the rights that refuse.
    expect(corridor_admin).not.toBe('')
  })

  test('the service’s memory holds the key-encryption key and no root key', () => {
    const kek = readFileSync(inDir('kek'))
    const file = JSON.parse(readFileSync(inDir('signer/root-keys'), 'utf8')) as Record<
      string,
      string
    >
    const [text = ''] = Object.values(file)
    const { pid } = parts.service()
    // What the search finds where it is, and does not find where it must not be.
    expect(memoryHolds(pid, kek)).toBe(true)
    expect(memoryHolds(parts.signer().pid, Buffer.from(text, 'hex'))).toBe(true)
    expect(memoryHolds(parts.signer().pid, kek)).toBe(false)
    for (const form of [Buffer.from(text, 'hex'), Buffer.from(text)])
      expect(memoryHolds(pid, form)).toBe(false)
    for (const name of ['corridor_owner', 'corridor_admin'])
      expect(memoryHolds(pid, Buffer.from(secrets()[name] ?? '')), name).toBe(false)
    expect(memoryHolds(pid, readFileSync(inDir('signer/password')))).toBe(false)
  }, 60_000)

  test('the key-encryption key opens no seed, even with the whole database', async () => {
    const url = urlOf('corridor_admin', secrets()['corridor_admin'] ?? '')
    const kek = createKek(readFileSync(inDir('kek')), random)
    const { rows } = await withClient(url, (client) =>
      client.query<{ entity_id: string; version: number; wrapped_key: Buffer }>(
        'select entity_id, version, wrapped_key from signer.entity_key',
      ),
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      const aad = `svc/ek/v1|${row.entity_id}|${row.version}`
      expect(() => kek.open(aad, row.wrapped_key)).toThrow('under another key')
    }
    const pool = new Pool({ connectionString: url, max: 2 })
    try {
      const version1 = createSigner({
        pool,
        rootKeys: rootKeysFromBytes(kek.derive('signer-root/v1')),
        random,
        ids: (prefix) => `${prefix}_1`,
        treasury: () => undefined,
        assets: [],
        relyingParty: () => ({ rpId: '', origins: [] }),
        keysOf: () => () => Promise.reject(new Error('none')),
        commonIssuers: [],
      })
      await expect(version1.exportPublicKey()).rejects.toThrow('version 2 is missing')
    } finally {
      await pool.end()
    }
  })

  test('killed -9 it is started again, and meanwhile what needs it is asked for again', async () => {
    for (let round = 0; round < 3; round += 1) {
      process.kill(parts.signer().pid, 'SIGKILL')
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          act(remote, alice, 'create-wallet', { walletName: `Saved ${round} ${index}` }),
        ),
      )
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      const made = () => act(remote, alice, 'create-wallet', { walletName: `Then ${round}` })
      await expect.poll(async () => (await made()).status, { timeout: 30_000 }).toBe(200)
    }
    await pay(alice, bob)
  }, 90_000)

  test('keys are rotated while it works, and the wallets sign on', async () => {
    const rotated = await admin(dataDir, ['keys', 'rotate'], apart)
    expect(rotated.json, rotated.stderr).toMatchObject({ root: { version: 3 } })
    const { entities, wallets } = rotated.json as { entities: number; wallets: number }
    expect(entities).toBe(2)
    expect(wallets).toBeGreaterThan(2)
    await pay(alice, bob)
    expect(Object.keys(JSON.parse(readFileSync(inDir('signer/root-keys'), 'utf8')))).toEqual(['3'])
    if (isRoot) expect(statSync(inDir('signer/root-keys')).uid).toBe(parts.signer().uid)
  }, 60_000)

  test('ends with the service, and stays away from files that root did not write', async () => {
    const pids = [parts.signer().pid, parts.service().pid]
    await running.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(socket)).toBe(false)
    const settings = inDir('corridor.env')
    writeFileSync(settings, 'SEED=none\n')
    if (isRoot) {
      chownSync(settings, 61_001, 61_001)
      await expect(startServer(dataDir, apart)).rejects.toThrow('must belong to root')
    }
    rmSync(settings)
    // Back inside the service: its password is in the secrets again, and the wallets are there.
    running = await startServer(dataDir)
    expect(Object.keys(secrets())).toContain('corridor_signer')
    await pay(alice, bob)
  }, 60_000)
})

testInFull(
  'a database whose keys hang on the key-encryption key is refused a signer of its own until its keys are rotated, and keeps its addresses',
  async () => {
    const dataDir = makeDataDirectory('apart')
    copyPrepared(dataDir)
    const db = await openDatabase({ DATA_DIR: dataDir }, { random, log: keptLog() })
    await withClient(db.urls.owner, (owner) =>
      owner.query(`insert into signer.root_secret (name, root_version) values ('mac', 1)`),
    )
    await db.close()

    running = await startServer(dataDir)
    const alice = await makeWallet(remote)
    const bob = await makeWallet(remote)
    await fund(remote, alice, 100)
    await running.kill('SIGTERM')
    expect(existsSync(join(dataDir, 'signer/root-keys'))).toBe(false)

    await expect(startServer(dataDir, apart)).rejects.toThrow('admin -- keys rotate')
    const rotated = await admin(dataDir, ['keys', 'rotate'])
    expect(rotated.json, rotated.stderr).toEqual({
      root: { version: 2, rewrapped: 2 },
      entities: 2,
      wallets: 2,
    })
    running = await startServer(dataDir, apart)
    await pay(alice, bob)
    await running.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  },
  120_000,
)
