import { randomBytes } from 'node:crypto'
import {
  encodeTransfer,
  generateP256KeyPair,
  stampWithApiKey,
  type EvmTransfer,
  type P256KeyPair,
} from '@corridor/signing'
import type { JWTVerifyGetKey } from 'jose'
import { Client, Pool } from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { createSigner, rootKeysFromBytes, type Signer, type SignerDeps } from '../src/index.ts'
import type { TrustedIssuer } from '../src/credentials/oidc-issuers.ts'
import { Authenticator } from './authenticator.ts'
import { random, relyingParty } from './fixtures.ts'

export { random, relyingParty } from './fixtures.ts'

export type TestSigner = {
  signer: Signer
  deps: SignerDeps
  pool: Pool
  /** A superuser's connection: what an attacker with the whole database could do. */
  admin: Pool
  /** Moves the service's clock. */
  advance: (seconds: number) => Promise<void>
  /** Sets the service's clock to an instant, from which it runs on. */
  setTime: (iso: string) => Promise<void>
  /** Has the test's partner allow an issuer of these keys. */
  allow: (issuer: TrustedIssuer) => Promise<void>
}

const noKeys: JWTVerifyGetKey = () => Promise.reject(new TypeError('fetch failed'))

let counter = 0
/** An id of its own per call; only its uniqueness matters here. */
export const newId = (prefix: string): string =>
  `${prefix}_${process.pid}x${String(++counter).padStart(8, '0')}`

/** A signer on a fresh database of its own, which the test file keeps until it ends. */
export async function openTestSigner(): Promise<TestSigner> {
  const { host, template } = inject('postgres')
  const database = `t_${process.pid}_${++counter}_${randomBytes(4).toString('hex')}`
  const server = new Client({ host, user: 'postgres', database: 'postgres' })
  await server.connect()
  await server.query(`create database ${database} template ${template}`)
  await server.end()

  const pool = new Pool({ host, database, user: 'corridor_signer', max: 10, pipeline: true })
  const admin = new Pool({ host, database, user: 'postgres', max: 2 })
  afterAll(() => Promise.all([pool.end(), admin.end()]))
  const keys = new Map<string, JWTVerifyGetKey>()
  const deps: SignerDeps = {
    pool,
    rootKeys: rootKeysFromBytes(random(32)),
    random,
    ids: newId,
    treasury: () => undefined,
    assets: [{ ...chain, currency: 'USDC', decimals: 6, isDollar: true }],
    relyingParty: () => relyingParty,
    keysOf: (issuer) => keys.get(issuer) ?? noKeys,
    commonIssuers: [],
  }
  const signer = createSigner(deps)
  return {
    signer,
    deps,
    pool,
    admin,
    advance: async (seconds) => {
      const shift = `${seconds} seconds`
      await admin.query('update service_clock set shift = shift + $1::interval', [shift])
    },
    setTime: async (iso) => {
      const sql = 'update service_clock set shift = $1::timestamptz - clock_timestamp()'
      await admin.query(sql, [iso])
    },
    allow: async (issuer) => {
      keys.set(issuer.issuer, issuer.keys)
      const audiences = [...issuer.audiences]
      value(await signer.allowIssuer({ partnerId, issuer: issuer.issuer, audiences }))
    },
  }
}

export const partnerId = 'par_test'

export type TestEntity = { entityId: string; authId: string; key: P256KeyPair }

/** An entity with a permanent API key as its first primary method. */
export async function newEntity(signer: Signer): Promise<TestEntity> {
  const key = generateP256KeyPair()
  const entityId = newId('ent')
  const registered = value(
    await signer.registerCredential({
      entityId,
      partnerId,
      authId: newId('auth'),
      authType: 'API_Key',
      name: 'server',
      publicKey: key.publicKey,
    }),
  )
  return { entityId, authId: registered.authId, key }
}

export const evmAccount = (index = 0) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
})

/** Prepares an activity and submits it with an API-key stamp. */
export async function run(
  signer: Signer,
  entity: { entityId: string; key: { publicKey: string; privateKey: string } },
  type: Parameters<Signer['prepare']>[0]['type'],
  parameters: Record<string, unknown>,
) {
  const activityId = newId('act')
  const { entityId, key } = entity
  const prepared = value(
    await signer.prepare({ activityId, entityId, partnerId, type, parameters }),
  )
  const stamp = stampWithApiKey(prepared.payload, key)
  return signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
}

/** The value of a result that must be a success. */
export function value<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) expect.fail(`Refused: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** The failure of a result that must be a refusal. */
export function failure<F>(result: { ok: true; value: unknown } | { ok: false; failure: F }): F {
  if (result.ok) expect.fail(`Not refused: ${JSON.stringify(result.value)}`)
  return result.failure
}

export const chain = {
  chainId: 31337,
  token: '0xA382745C1207b14493c7877E37b3005D02DD744d',
  recipient: '0xa78465c49c9A85E0abd66deA14dC12D103983eF6',
} as const

/** The parameters and bounds of a transfer from a wallet account, as simulate would fix them. */
export function transferOf(signWith: string, change: Partial<EvmTransfer> = {}) {
  const transfer: EvmTransfer = {
    ...chain,
    nonce: 0,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    gas: 65_000n,
    amount: 25_000_000n,
    ...change,
  }
  const unsignedTransaction = encodeTransfer(transfer)
  return {
    parameters: { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
    bounds: {
      ...chain,
      amount: '25000000',
      feeCeilingWei: String(65_000n * 4_000_000_000n),
    },
  }
}

/** An entity with an API key and a wallet of one EVM account. */
export async function newWallet(signer: Signer) {
  const entity = await newEntity(signer)
  const accounts = [evmAccount()]
  const created = await run(signer, entity, 'ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'Main',
    accounts,
  })
  const { walletId, accounts: made } = value(created).result as CreatedWallet
  const [account] = made
  if (!account) expect.fail('no account')
  return { ...entity, walletId, address: account.address, accountId: account.accountId }
}

type CreatedWallet = { walletId: string; accounts: { accountId: string; address: string }[] }

/** Adds a passkey, authorised by the entity's API key. */
export async function newPasskey(signer: Signer, entity: TestEntity) {
  const authenticator = new Authenticator()
  const submitted = await registerPasskey(signer, entity, authenticator)
  const { authenticatorId } = value(submitted).result as { authenticatorId: string }
  return { authenticator, authenticatorId }
}

export async function registerPasskey(
  signer: Signer,
  entity: TestEntity,
  authenticator: Authenticator,
) {
  const activityId = newId('act')
  const { entityId, key } = entity
  const type = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
  const parameters = { authenticatorName: 'Phone' }
  const input = { activityId, entityId, partnerId, type, parameters } as const
  const prepared = value(await signer.prepare(input))
  return signer.execute({
    activityId,
    entityId,
    stamp: stampWithApiKey(prepared.payload, key),
    signatureType: 'ApiKey',
    attestation: authenticator.attest(String(prepared.parameters['challenge'])),
  })
}
