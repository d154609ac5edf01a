import { lookUpSenders } from '../../../../src/modules/screening/senders.ts'
import { randomUUID } from 'node:crypto'
import { formatId } from '@corridor/domain'
import { sql } from 'kysely'
import { now, type Tx } from '../../../../src/db/open.ts'
import type { Deps } from '../../../../src/ports/deps.ts'
import type { Caller } from '../../../../src/api/request/caller.ts'
import { insertLine } from '../../../../src/records/liquidity/line-store.ts'
import { takeChainPayment } from '../../../../src/modules/liquidity/payments/arrive.ts'
import { createRandom, type Random } from '../ledger-model/random.ts'

/** What the walk knows of its partner, beside what the database says. */
export type World = {
  tx: Tx
  deps: Deps
  by: Caller
  random: Random
  token: { address: string; currency: string; scale: number; jurisdictionId: string }
  chainId: string
  deposit: string
  operational: string
  frames: string[]
  drawings: string[]
  quotes: string[]
  /** Hashes that were paid and may be named. */
  paid: string[]
  /** How often each operation came to its end. */
  done: Map<string, number>
}

/** A partner with a credit line, in a transaction that is never committed. */
export async function makeWorld(
  given: Deps,
  tx: Tx,
  seed: number,
  done: Map<string, number>,
): Promise<World> {
  const partnerId = randomUUID()
  const token = given.jurisdictions.all.find(({ type }) => type === 'blockchain')
  const definition = token && given.jurisdictions.tokenById(token.id)
  if (!definition) throw new Error('no token')
  await sql`insert into partner (id, name, environment, settings, created_at)
    values (${partnerId}, 'walk', 'sandbox', '{}', service_now())`.execute(tx)
  await sql`insert into chain (chain_id, marker, created_at)
    values (${definition.chainId}, 'walk', service_now()) on conflict do nothing`.execute(tx)
  await sql`insert into event_sequence (partner_id, last) values (${partnerId}, 0)`.execute(tx)
  const deposit = addressOf(partnerId, 1)
  const operational = addressOf(partnerId, 2)
  await insertLine(tx, {
    partner_id: partnerId,
    jurisdiction_id: definition.id,
    chain_id: definition.chainId,
    token: definition.tokenAddress.toLowerCase(),
    currency: definition.currency,
    scale: definition.currencyScale,
    deposit_address: deposit,
    operational_address: operational,
  })
  // Whatever the code opens a transaction for is part of the walk's own.
  const ofPartner = (_: string, work: Work) => work(tx)
  const db = {
    ...given.db,
    asWorker: inWalk(tx),
    withPartner: ofPartner,
    // A connection of its own would see nothing of the walk.
    readingAll: inWalk(tx),
  }
  return {
    tx,
    deps: { ...given, db },
    by: {
      partnerId,
      svcPartnerId: formatId('par', partnerId),
      isConsole: false,
      isConfirmed: false,
      scopes: new Set(),
      actor: { type: 'api_key', id: 'walk' },
      requestId: '',
    },
    random: createRandom(seed),
    token: {
      address: definition.tokenAddress.toLowerCase(),
      currency: definition.currency,
      scale: definition.currencyScale,
      jurisdictionId: definition.id,
    },
    chainId: definition.chainId,
    deposit,
    operational,
    frames: [],
    drawings: [],
    quotes: [],
    paid: [],
    done,
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- any work of any result
type Work = (tx: Tx) => Promise<any>
const inWalk =
  (tx: Tx) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    work(tx)

const addressOf = (partnerId: string, place: number): string =>
  `0x${partnerId.replaceAll('-', '')}${String(place).padStart(8, '0')}`

export const newHash = (): string =>
  `0x${randomUUID().replaceAll('-', '')}${randomUUID().replaceAll('-', '')}`

/** Tokens arrive at the deposit wallet, as the watcher takes them in. */
export async function arrive(
  world: World,
  { hash, amount, token = world.token.address }: { hash: string; amount: bigint; token?: string },
): Promise<void> {
  const { tx, chainId, deposit } = world
  const at = await now(tx)
  await sql`insert into token_transfer (chain_id, hash, log_index, block_number, block_hash,
      block_time, token, from_address, to_address, amount)
    values (${chainId}, ${hash}, 0, 1, ${hash}, ${at}, ${token},
      ${addressOf(world.by.partnerId, 3)}, ${deposit}, ${amount.toString()})
    on conflict do nothing`.execute(tx)
  const senders = await lookUpSenders(world.deps, [
    { kind: 'address', address: addressOf(world.by.partnerId, 3) },
  ])
  await takeChainPayment(
    tx,
    { ...world.deps, senders },
    { partnerId: world.by.partnerId, chainId, hash },
  )
}

/** A transaction of the operational wallet that repays, as the orders' tables hold it. */
export async function orderFor(world: World, orderId: string, hash: string): Promise<void> {
  const { tx, chainId, operational, by } = world
  const nonce = world.random.below(2_000_000_000)
  await sql`insert into chain_order (chain_id, sender, nonce, purpose, subject, status, partner_id,
      call, signed_at_block, created_at)
    values (${chainId}, ${operational}, ${nonce}, 'replenish', ${orderId}, 'CONFIRMED',
      ${by.partnerId}, '{}', 1, service_now())`.execute(tx)
  await sql`insert into chain_transaction (chain_id, partner_id, hash, purpose, sender, nonce, raw,
      status, block_number, block_hash, created_at)
    values (${chainId}, ${by.partnerId}, ${hash}, 'replenish', ${operational}, ${nonce}, '0x',
      'CONFIRMED', 1, ${hash}, service_now())`.execute(tx)
}

export async function advanceClock({ tx }: World, seconds: number): Promise<void> {
  await sql`select advance_service_clock(make_interval(secs => ${seconds}))`.execute(tx)
}
