import type { ReadBlock, TokenTransfer } from '@corridor/chains'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TokenJurisdiction } from '../../ports/jurisdictions.ts'
import { findByAmount } from '../deposits/bank-matching.ts'
import { confirmations, setConfirmations } from './chain-notices.ts'
import { findTargets, type Target } from './chain-targets.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { receiveDeposit, type ReceiveParts } from './receive-deposit.ts'

export type DepositParts = ReceiveParts &
  Pick<Deps, 'ids' | 'jurisdictions' | 'log'> & {
    /** Told of a deposit that could not be credited, in the transaction that kept its log. */
    onLeft?: () => void
  }

type Definition = Pick<ChainLink, 'definition'>
type Arrival = { transfer: Pick<TokenTransfer, ArrivalFacts>; target: Target }
type ArrivalFacts = 'token' | 'from' | 'to' | 'amount' | 'hash' | 'logIndex'

/** Less than a hundredth of a token is taken for a mistake or an attack on somebody's transfer. */
const dustPerToken = 100n

/**
 * Takes what arrived at announced addresses in final blocks: one deposit for each log, credited in
 * the same transaction. One that cannot be taken does not hold up the others; it is tried again by
 * `takeMissing`. Gives the transfers to go on with after the commit.
 */
export async function takeChainDeposits(
  tx: Tx,
  deps: DepositParts,
  { definition }: Definition,
  blocks: readonly ReadBlock[],
): Promise<TransferKey[]> {
  const chainId = String(definition.chainId)
  const transfers = blocks.flatMap((block) => block.transfers).filter(({ amount }) => amount > 0n)
  const arrivals = await arrivalsOf(tx, deps, chainId, transfers)
  noteUnknownTokens(deps, definition.tokens, blocks, arrivals)
  return takeAll(tx, deps, { definition }, arrivals)
}

/**
 * Takes deposits that the watcher kept and could not credit, or that were found later; each in a
 * transaction of its own.
 */
export async function takeMissing(
  deps: DepositParts & Pick<Deps, 'db'>,
  { definition }: Definition,
): Promise<number> {
  const chainId = String(definition.chainId)
  const missing = await deps.db.asWorker((tx) => findMissing(tx, chainId))
  let taken = 0
  for (const transfer of missing) {
    const started = await deps.db.asWorker(async (tx) => {
      const arrivals = await arrivalsOf(tx, deps, chainId, [transfer])
      return takeAll(tx, deps, { definition }, arrivals)
    })
    for (const key of started) deps.jobs.runNow(key)
    taken += 1
  }
  return taken
}

/** All to be locked are locked first, in the order of their ids: workers hold others meanwhile. */
async function takeAll(
  tx: Tx,
  deps: DepositParts,
  chain: Definition,
  arrivals: readonly Arrival[],
): Promise<TransferKey[]> {
  const ids = arrivals.flatMap(({ target }) => target.transfer_id ?? [])
  if (ids.length > 1)
    await sql`select id from transfer where id = any(${ids}::uuid[]) order by id for update`.execute(
      tx,
    )
  const started: TransferKey[] = []
  for (const arrival of arrivals) {
    const key = await takeOne(tx, deps, chain, arrival)
    if (key) started.push(key)
  }
  return started
}

async function takeOne(
  tx: Tx,
  deps: DepositParts,
  chain: Definition,
  arrival: Arrival,
): Promise<TransferKey | undefined> {
  await sql`savepoint deposit`.execute(tx)
  try {
    const key = await credit(tx, deps, chain, arrival)
    await sql`release savepoint deposit`.execute(tx)
    return key
  } catch (error) {
    await sql`rollback to savepoint deposit`.execute(tx)
    const { hash, logIndex } = arrival.transfer
    deps.log.error({ err: error, hash, logIndex }, 'a deposit could not be credited yet')
    deps.onLeft?.()
    return undefined
  }
}

async function credit(
  tx: Tx,
  deps: DepositParts,
  { definition }: Definition,
  { transfer, target }: Arrival,
): Promise<TransferKey | undefined> {
  const chainId = String(definition.chainId)
  const token = tokenOf(deps, chainId, transfer.token)
  if (!token) return undefined
  const isDust = transfer.amount * dustPerToken < 10n ** BigInt(token.currencyScale)
  const transferId = isDust ? null : await transferFor(tx, target, transfer.amount, token)
  const row = await insertDeposit(tx, deps, chainId, { transfer, target, token, transferId })
  if (!row) return undefined
  const { finality } = definition
  if (transferId !== null && 'depth' in finality && finality.depth > 0) {
    const { partner_id: partnerId } = target
    const all = confirmations(finality, BigInt(finality.depth))
    await setConfirmations(tx, { partnerId, transferId }, all)
  }
  return receiveDeposit(tx, deps, row, [
    ...(isDust ? (['BELOW_MINIMUM'] as const) : []),
    ...([null, token.id].includes(target.jurisdiction_id) ? [] : (['UNSUPPORTED_ASSET'] as const)),
  ])
}

/**
 * The transfer that a deposit is for: that of the address, or on a customer's own account the one
 * that waits there for just this amount. Dust pays nothing, or anybody could send a stranger's
 * transfer into review.
 */
async function transferFor(
  tx: Tx,
  target: Target,
  amount: bigint,
  { currency }: TokenJurisdiction,
): Promise<string | null> {
  const { partner_id: partnerId, transfer_id, funding_account_id: fundingAccountId } = target
  if (transfer_id !== null || fundingAccountId === null) return transfer_id
  return (await findByAmount(tx, { partnerId, fundingAccountId }, { amount, currency })) ?? null
}

type NewDeposit = Arrival & { token: TokenJurisdiction; transferId: string | null }

/** Nothing where this log has its deposit already. */
const insertDeposit = (
  tx: Tx,
  { ids }: DepositParts,
  chainId: string,
  { transfer, target, token, transferId }: NewDeposit,
): Promise<DepositRow | undefined> =>
  tx
    .insertInto('deposit')
    .values({
      partner_id: target.partner_id,
      id: ids.uuid(),
      source: 'CHAIN',
      status: 'RECEIVED',
      transfer_id: transferId,
      funding_account_id: target.funding_account_id,
      jurisdiction_id: token.id,
      currency: token.currency,
      scale: token.currencyScale,
      amount: transfer.amount,
      sender: JSON.stringify({
        name: '',
        account: '',
        walletAddress: transfer.from,
        reference: '',
      }),
      chain_id: chainId,
      hash: transfer.hash.toLowerCase(),
      log_index: transfer.logIndex,
      // The time of its block, which decides where it goes; no chain's clock brings it forward.
      received_at: sql<Date>`least(service_now(), coalesce((select block_time from token_transfer
        where chain_id = ${chainId} and hash = ${transfer.hash.toLowerCase()}
          and log_index = ${transfer.logIndex}), service_now()))`,
      updated_at: sql<Date>`service_now()`,
      version: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

async function arrivalsOf(
  tx: Tx,
  deps: Pick<Deps, 'jurisdictions'>,
  chainId: string,
  transfers: readonly Pick<TokenTransfer, ArrivalFacts>[],
): Promise<Arrival[]> {
  const targets = await findTargets(
    tx,
    deps,
    chainId,
    transfers.map(({ to }) => to),
  )
  return transfers.flatMap((transfer) => {
    const target = targets.get(transfer.to.toLowerCase())
    return target ? [{ transfer, target }] : []
  })
}

type MissingRow = {
  token: string
  from_address: string
  to_address: string
  amount: bigint
  hash: string
  log_index: number
}

/** Kept transfers to announced addresses that have no deposit. */
async function findMissing(tx: Tx, chainId: string): Promise<Pick<TokenTransfer, ArrivalFacts>[]> {
  const { rows } = await sql<MissingRow>`
    select t.token, t.from_address, t.to_address, t.amount, t.hash, t.log_index
    from token_transfer t
    where t.chain_id = ${chainId} and t.amount > 0 and t.block_number >= (
        select block_number - 2048 from chain_cursor where chain_id = ${chainId})
      and (exists (select from deposit_target d
          where d.key = 'chain:' || t.chain_id || ':' || t.to_address)
        or exists (select from funding_deposit_claim c where c.deposit_key = t.to_address))
      and not exists (select from deposit p where p.chain_id = t.chain_id and p.hash = t.hash
        and p.log_index = t.log_index)
    order by t.block_number, t.log_index limit 200`.execute(tx)
  return rows.map((row) => ({
    token: hexOf(row.token),
    from: hexOf(row.from_address),
    to: hexOf(row.to_address),
    amount: row.amount,
    hash: hexOf(row.hash),
    logIndex: row.log_index,
  }))
}

const tokenOf = (
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  chainId: string,
  address: string,
): TokenJurisdiction | undefined =>
  jurisdictions
    .onChain(chainId)
    .find(({ tokenAddress }) => tokenAddress.toLowerCase() === address.toLowerCase())

/** A token that is not ours may be anything: it is said, and never credited. */
function noteUnknownTokens(
  { log }: Pick<Deps, 'log'>,
  tokens: readonly { address: string }[],
  blocks: readonly ReadBlock[],
  arrivals: readonly Arrival[],
): void {
  const known = new Set(tokens.map(({ address }) => address.toLowerCase()))
  const announced = new Set(arrivals.map(({ target }) => target.address))
  for (const { receipts } of blocks) {
    for (const { transfers } of receipts) {
      for (const { token, to, hash, amount } of transfers) {
        if (known.has(token.toLowerCase()) || !announced.has(to.toLowerCase())) continue
        log.warn({ token, to, hash, amount: String(amount) }, 'an unknown token arrived')
      }
    }
  }
}

const hexOf = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`
