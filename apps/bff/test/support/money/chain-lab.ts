import { createEvmAdapter, type Finality, type Hex } from '@corridor/chains'
import { type ChainProxy, must, startChainProxy, startTestChain } from '@corridor/chains/testing'
import { v7 as uuidV7 } from 'uuid'
import { expect } from 'vitest'
import { type FeePolicy, feePolicy } from '../../../src/modules/treasury/fees.ts'
import { createOrders } from '../../../src/modules/treasury/orders.ts'
import { settleOrphans } from '../../../src/modules/treasury/orphans.ts'
import type { ChainLink } from '../../../src/ports/chain.ts'
import { listJurisdictions } from '../../../src/outside/jurisdictions/jurisdictions.ts'
import { openSampleRates } from '../../../src/outside/rates/sample.ts'
import { openListScreening, sampleList } from '../../../src/outside/screening/list-screening.ts'
import { createChainPayout } from '../../../src/modules/transfers/payouts/chain-payout.ts'
import type { Claim } from '../../../src/records/transfers/steps/store.ts'
import { createChainReceipts } from '../../../src/modules/treasury/receipts.ts'
import { prepareChain } from '../../../src/modules/treasury/chain-consistency.ts'
import { startChainWatcher } from '../../../src/modules/intake/chain-watcher.ts'
import { insertPartner } from '../people/partners.ts'
import { insertTestTransfer } from './transfers.ts'
import { workerDeps } from '../process/workers.ts'
import type { PayoutRow } from '../../../src/db/schema/rows.ts'
import type { StepOutcome } from '../../../src/records/transfers/steps/step.ts'

export type ChainLab = Awaited<ReturnType<typeof openChainLab>>

/** The chain's side without an API: a database, a real node behind a proxy, its watcher, payouts. */
export async function openChainLab(
  options: { policy?: Partial<FeePolicy>; finality?: Finality; timeoutMs?: number } = {},
) {
  const parts = await workerDeps()
  // A busy machine must not look like a slow node.
  const { finality = { depth: 0 }, timeoutMs = 5_000 } = options
  const chain = await startTestChain({ finality })
  const proxy: ChainProxy = await startChainProxy(chain.definition.rpcUrl)
  const definition = { ...chain.definition, rpcUrl: proxy.url }
  const adapter = createEvmAdapter(definition, { timeoutMs })
  const { gasStation, treasury } = chain
  const link: ChainLink = { definition, adapter, gasStation, treasury, dev: chain }
  const chainId = String(definition.chainId)
  const deps = {
    ...parts,
    ids: { uuid: uuidV7, make: () => uuidV7(), secret: () => uuidV7() },
    chains: new Map([[chainId, link]]),
    jurisdictions: listJurisdictions([definition]),
    rates: openSampleRates(),
    screening: await openListScreening(sampleList, parts.log),
    policy: { ...feePolicy, ...options.policy },
  }
  await prepareChain(deps, link)
  const receipts = createChainReceipts(deps)
  let watcher = startChainWatcher({ ...deps, receipts }, link)
  // From here on there is a last block that was read.
  await watcher.sync()
  const orders = createOrders(deps)
  const rail = createChainPayout({ ...deps, receipts })
  const partnerId = await insertPartner(parts.db)
  const [token] = deps.jurisdictions.onChain(chainId)
  if (!token) throw new Error('the chain has no token')

  return {
    deps,
    link,
    chain,
    chainId,
    proxy,
    rail,
    receipts,
    orders,
    token,
    partnerId,
    rpc,
    untilMined,
    newPayout,
    ordered,
    perform,
    settle,
    sync: () => watcher.sync(),
    syncMined,
    tend: () => orders.tend(link),
    settleOrphans: () => settleOrphans(deps, link),
    held,
    paid,
    family,
    expectPaidOnce,
    rewatch,
    close,
  }

  /** A raw call of the node, past the proxy. */
  async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(chain.definition.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }

  /** Until a transaction is in a block: the node answers before it mines. */
  async function untilMined(hash: Hex): Promise<void> {
    while (must(await chain.adapter.receipt(hash)) === undefined)
      await new Promise((go) => setTimeout(go, 5))
  }

  /** Reads to the end of the chain once nothing that was sent is still to be mined. */
  async function syncMined(): Promise<void> {
    const isEmpty = async () =>
      Number(((await rpc('txpool_status')) as { pending: string }).pending) === 0
    while (!(await isEmpty())) await new Promise((go) => setTimeout(go, 5))
    await watcher.sync()
  }

  /** An order to pay as the engine leaves it: stored, and not sent anywhere. */
  async function newPayout(address: Hex, amount = 1_000_000n): Promise<PayoutRow> {
    const transfer = await insertTestTransfer(parts.db, partnerId, {
      steps: ['quote_locked', 'conversion', 'payout_submitted', 'payout_confirmed'],
    })
    return parts.db.asWorker((tx) =>
      tx
        .insertInto('payout')
        .values({
          partner_id: partnerId,
          id: uuidV7(),
          transfer_id: transfer.id,
          step: 'payout_submitted',
          attempt: 1,
          kind: 'CHAIN',
          status: 'CREATED',
          jurisdiction_id: token?.id ?? '',
          currency: token?.currency ?? '',
          scale: token?.currencyScale ?? 0,
          amount,
          account_id: uuidV7(),
          address,
          created_at: transfer.updated_at,
          updated_at: transfer.updated_at,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  }

  /** Its order is stored with its bytes, and the node has not received them. */
  async function ordered(payout: PayoutRow): Promise<void> {
    proxy.refuse((request) => request.includes('eth_sendRawTransaction'))
    await perform('submit', payout)
    proxy.refuse(undefined)
  }

  /** One call of the rail, with the writes of its outcome committed as the engine does it. */
  async function perform(call: 'submit' | 'confirm', payout: PayoutRow): Promise<StepOutcome> {
    const claim: Claim = { transfer: {}, steps: [] } as unknown as Claim
    const outcome = await rail[call](payout, claim)
    const write = 'write' in outcome ? outcome.write : undefined
    if (write) await parts.db.asWorker((tx) => write(tx))
    return outcome
  }

  /** Both calls until the chain has spoken. */
  async function settle(payout: PayoutRow): Promise<StepOutcome> {
    for (const call of ['submit', 'confirm'] as const) {
      let outcome = await perform(call, payout)
      while (outcome.kind === 'waiting' || outcome.kind === 'retry')
        outcome = await perform(call, payout)
      if (outcome.kind !== 'done' || call === 'confirm') return outcome
    }
    throw new Error('not reached')
  }

  /** Tokens of an address, by the chain. */
  async function held(address: Hex): Promise<bigint> {
    const balances = must(await chain.adapter.balances(address, [token?.tokenAddress as Hex]))
    return balances.tokens[0] ?? 0n
  }

  /** The chain's Transfer logs to an address. */
  async function paid(address: Hex) {
    const head = must(await chain.adapter.head())
    const filter = { tokens: [token?.tokenAddress as Hex], address }
    return must(await chain.adapter.blockTransfers(0n, head.number, filter))
  }

  /** What is stored of a payout's nonce: status and bumps of the order, its transactions. */
  async function family(payout: PayoutRow) {
    return parts.db.asWorker(async (tx) => {
      const order = await tx
        .selectFrom('chain_order')
        .selectAll()
        .where('subject', '=', payout.id)
        .executeTakeFirst()
      const transactions = await tx
        .selectFrom('chain_transaction')
        .selectAll()
        .where('transfer_id', '=', payout.transfer_id)
        .orderBy('max_fee')
        .execute()
      return { order, transactions }
    })
  }

  /** Paid once, in the one amount, counted from the chain. */
  async function expectPaidOnce(payout: PayoutRow): Promise<void> {
    const logs = await paid(payout.address as Hex)
    expect(logs.map(({ amount }) => amount)).toEqual([payout.amount])
    const { order, transactions } = await family(payout)
    expect(order?.status).toBe('CONFIRMED')
    const mined = transactions.filter(({ status }) => status === 'CONFIRMED')
    expect(mined.map(({ hash }) => hash)).toEqual([logs[0]?.hash])
  }

  /** Begins to follow the chain anew, as after a start. */
  async function rewatch(prepare: () => Promise<void>): Promise<void> {
    await watcher.stop()
    await prepare()
    watcher = startChainWatcher({ ...deps, receipts }, link)
    await watcher.sync()
  }

  async function close(): Promise<void> {
    await watcher.stop()
    receipts.close()
    adapter.close()
    await proxy.close()
    await chain.remove()
    await parts.close()
  }
}
