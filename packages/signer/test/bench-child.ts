import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodeTransfer, generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { connectSigner, createSigner, rootKeysFromBytes, type Signer } from '../src/index.ts'
import { Authenticator } from './authenticator.ts'
import { random, relyingParty } from './fixtures.ts'
import { setup, teardown } from './postgres.ts'

/** What is measured: whom, and which work of it. */
export type Order = {
  whom: 'bare' | 'inside' | 'socket'
  work: 'stamps' | 'transactions'
  lanes: number
  seconds: number
}

// The signer in this process and behind a socket, on one database, for `npm run bench -- signer`.
// It does what its parent orders, and reports how many of it were done a second.

const partnerId = 'par_bench'
const owners = 16
let count = 0
const newId = (prefix: string) => `${prefix}_${process.pid}x${(count += 1)}`

let place = { host: '', template: '' }
await setup({
  provide: (_: string, given: typeof place) => (place = given),
} as unknown as TestProject)
const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const [path, secret, key] = [join(folder, 'socket'), 'bench', random(32)]
const database = place.template
const { host } = place
const pool = new Pool({ host, database, user: 'corridor_signer', max: 8, pipeline: true })
const inside = createSigner({
  pool,
  rootKeys: rootKeysFromBytes(key),
  random,
  ids: newId,
  treasury: () => undefined,
  assets: [],
  relyingParty: () => relyingParty,
  keysOf: () => () => Promise.reject(new Error('no issuer')),
  commonIssuers: [],
})
await inside.exportPublicKey()
const program = fileURLToPath(new URL('./serve-child.ts', import.meta.url))
const hexKey = Buffer.from(key).toString('hex')
const served = spawn(process.execPath, [program, host, database, hexKey, path, secret], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise((resolve) => served.stdout.once('data', resolve))
const { signer: remote, close } = connectSigner({ path, secret })
const people = await Promise.all(Array.from({ length: owners }, () => makeOwner()))

process.on('message', (order: Order) => {
  void measure(order).then(
    (rate) => process.send?.({ rate }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.once('disconnect', () => {
  close()
  const gone = new Promise((resolve) => served.once('exit', resolve))
  served.kill()
  void Promise.all([gone, pool.end()])
    .then(teardown)
    .finally(() => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    })
})
process.send?.({ ready: true })

async function measure({ whom, work, lanes, seconds }: Order): Promise<number> {
  if (whom === 'bare') return bare(work, seconds)
  const signer = whom === 'inside' ? inside : remote
  const next = work === 'stamps' ? await stamps() : await transactions(seconds, whom)
  return rateOf(lanes, seconds, (lane) => next(signer, lane))
}

type Next = (signer: Signer, lane: number) => Promise<boolean>

/** Calls a second of so many lanes at once; a lane without further work ends. */
async function rateOf(lanes: number, seconds: number, next: (lane: number) => Promise<boolean>) {
  const started = performance.now()
  const until = started + seconds * 1_000
  let done = 0
  const run = async (lane: number) => {
    while (performance.now() < until && (await next(lane))) done += 1
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  return done / ((performance.now() - started) / 1_000)
}

/**
 * A passkey's stamp over what only a primary method may authorise: checked in full, then refused, so
 * that the next one meets the same activity.
 */
async function stamps(): Promise<Next> {
  const ready = await Promise.all(
    people.map(async ({ entityId, walletId, passkey }) => {
      const activityId = newId('act')
      const prepared = await inside.prepare({
        activityId,
        entityId,
        partnerId,
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: { walletId, targetPublicKey: generateP256KeyPair().publicKeyUncompressed },
      })
      const stamp = passkey.stamp(valueOf(prepared).payload)
      return { activityId, entityId, stamp, signatureType: 'WebAuthn' }
    }),
  )
  return async (signer, lane) => {
    const submit = ready[lane % ready.length]
    const done = submit && (await signer.execute(submit))
    if (!done || done.ok || done.failure.code !== 'PRIMARY_AUTH_REQUIRED')
      throw new Error(`Not as expected: ${JSON.stringify(done)}`)
    return true
  }
}

/** Transfers that were prepared and stamped before: each is executed once. */
async function transactions(seconds: number, whom: string): Promise<Next> {
  const each = Math.ceil((seconds * 1_000) / owners) + 1
  const queues = await Promise.all(
    people.map(async (owner) => {
      const made = []
      for (let nonce = 0; nonce < each; nonce += 1) made.push(await prepareTransfer(owner, nonce))
      return made
    }),
  )
  return async (signer, lane) => {
    const submit = queues[lane % queues.length]?.pop()
    // A faster machine than was thought of runs out of work before its time.
    if (!submit) throw new Error(`No transfers are left for ${whom}.`)
    valueOf(await signer.execute(submit))
    return true
  }
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

async function prepareTransfer({ entityId, key: own, address }: Owner, nonce: number) {
  const activityId = newId('act')
  const bounds = {
    chainId: 31337,
    token: '0xA382745C1207b14493c7877E37b3005D02DD744d',
    recipient: '0xa78465c49c9A85E0abd66deA14dC12D103983eF6',
    amount: '25000000',
    feeCeilingWei: String(65_000n * 4_000_000_000n),
  }
  const unsignedTransaction = encodeTransfer({
    ...bounds,
    nonce,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    gas: 65_000n,
    amount: 25_000_000n,
  })
  const prepared = await inside.prepare({
    activityId,
    entityId,
    partnerId,
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
    parameters: { signWith: address, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
    bounds,
    validUntil: '2100-01-01T00:00:00.000Z',
  })
  const stamp = stampWithApiKey(valueOf(prepared).payload, own)
  return { activityId, entityId, stamp, signatureType: 'ApiKey' }
}

/** An entity with an API key, a passkey and a wallet. */
async function makeOwner() {
  const own = generateP256KeyPair()
  const entityId = newId('ent')
  const { publicKey } = own
  const method = { entityId, partnerId, authId: newId('auth'), authType: 'API_Key', publicKey }
  valueOf(await inside.registerCredential({ ...method, name: 'bench' }))
  const passkey = new Authenticator()
  const act = async (
    type: 'ACTIVITY_TYPE_CREATE_WALLET' | 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
    parameters: Record<string, unknown>,
  ) => {
    const activityId = newId('act')
    const asked = { activityId, entityId, partnerId, type, parameters }
    const prepared = valueOf(await inside.prepare(asked))
    const stamp = stampWithApiKey(prepared.payload, own)
    const { challenge } = prepared.parameters
    const attestation = typeof challenge === 'string' ? passkey.attest(challenge) : undefined
    const submit = { activityId, entityId, stamp, signatureType: 'ApiKey', attestation }
    return valueOf(await inside.execute(submit)).result
  }
  await act('ACTIVITY_TYPE_CREATE_AUTHENTICATORS', { authenticatorName: 'Phone' })
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/60'/0'/0/0`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }
  const wallet = await act('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'Bench',
    accounts: [account],
  })
  const [made] = wallet['accounts'] as { address: string }[]
  const walletId = String(wallet['walletId'])
  return { entityId, key: own, passkey, walletId, address: made?.address ?? '' }
}

/** The thinnest thing that does the same to the bytes: one verification, one signature. */
async function bare(work: Order['work'], seconds: number): Promise<number> {
  const message = random(300)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = sign('sha256', message, privateKey)
  const [digest, secretKey] = [random(32), secp256k1.utils.randomSecretKey()]
  const format = { prehash: false, lowS: true, format: 'recovered' } as const
  return rateOf(1, seconds, async () => {
    if (work === 'stamps') return verify('sha256', message, publicKey, signature)
    return secp256k1.sign(digest, secretKey, format).length === 65
  })
}

function valueOf<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.failure)}`)
  return result.value
}
