import { createHash } from 'node:crypto'
import type { InputOf, liquidity } from '@corridor/contract'
import { fail, ok, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ReplenishmentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import { quotesOfBatch } from '../../../records/liquidity/quote-store.ts'
import { findByKey, sumUnderWay } from '../../../records/liquidity/replenishment-store.ts'
import { checkAsset } from '../line/line.ts'
import { inSavepoint } from '../../../db/isolation.ts'
import { spendable } from '../operational/balance.ts'
import type { OperationalOrders } from '../operational/orders.ts'
import { type StartFailure, startFromWallet } from './start.ts'

type Single = InputOf<typeof liquidity.initiateReplenish>['body']
type Batch = InputOf<typeof liquidity.replenishBatch>['body']
export type BatchItem = { id: string } | { originalTxnHash: string; failure: StartFailure }
export type Started = { batchId: string; items: BatchItem[] }
type StartedItem = { row: ReplenishmentRow } | Extract<BatchItem, { failure: unknown }>

type Parts = Pick<Deps, 'db' | 'chains' | 'ids' | 'log' | 'screening'> & {
  orders: OperationalOrders
}

/** What a key was used for in another operation is another thing. */
const keyOf = (caller: Caller, operation: string): Buffer | null =>
  caller.idempotencyKey === undefined
    ? null
    : createHash('sha256').update(`${operation}\n${caller.idempotencyKey}`).digest()

/**
 * Repayments from the operational wallet. They are written before the payment is ordered and signed,
 * so the answer can name its transaction; a repeat under the same key after a crash finds them.
 */
export function createReplenishing(deps: Parts) {
  return { single, batch }

  async function single(caller: Caller, body: Single) {
    const key = keyOf(caller, 'replenish')
    const balance = await spendable(deps, caller.partnerId)
    if (!balance.ok) return balance
    const orderId = deps.ids.uuid()
    const started = await deps.db.withPartner(caller.partnerId, async (tx) => {
      const line = await lockLine(tx, caller.partnerId)
      const known = key ? await findByKey(tx, caller.partnerId, key) : []
      if (known[0]) return ok(known[0])
      const asset = checkAsset(line, body.asset)
      if (!asset.ok) return asset
      const available = balance.value - (await sumUnderWay(tx, caller.partnerId))
      return startFromWallet(tx, deps, caller, line, {
        ...body,
        orderId,
        available,
        requestKey: key,
      })
    })
    if (!started.ok) return started
    await sign(caller.partnerId, [started.value])
    return ok(started.value.id)
  }

  async function batch(caller: Caller, body: Batch) {
    const quoteId = parseId('rqb', body.batchQuoteId)
    if (!quoteId) return unknownBatch
    const balance = await spendable(deps, caller.partnerId)
    if (!balance.ok) return balance
    const key = keyOf(caller, 'replenish-batch')
    const written = deps.db.withPartner(caller.partnerId, async (tx) => {
      const line = await lockLine(tx, caller.partnerId)
      const known = key ? await findByKey(tx, caller.partnerId, key) : []
      if (known[0]?.batch_id)
        return ok({ batchId: known[0].batch_id, items: known.map((row) => ({ row })) })
      const asset = checkAsset(line, body.asset)
      if (!asset.ok) return asset
      const quotes = await quotesOfBatch(tx, caller.partnerId, quoteId)
      const [quote] = quotes
      if (!quote) return unknownBatch
      if (quote.valid_until <= line.at) return expiredBatch
      return startAll(tx, caller, { line, body, quoteId, key, balance: balance.value })
    })
    const started = await written.catch(refusedWhole)
    if (!started.ok) return started
    const { batchId, items } = started.value
    await sign(
      caller.partnerId,
      items.flatMap((item) => ('row' in item ? [item.row] : [])),
    )
    return ok({ batchId, items: items.map((item) => ('row' in item ? { id: item.row.id } : item)) })
  }

  type StartingAll = {
    line: Line
    body: Batch
    quoteId: string
    key: Buffer | null
    balance: bigint
  }

  /**
   * ATOMIC: all of them in one order, or none. BEST_EFFORT: an order for each that may be. Items are
   * in the order in which they were asked for.
   * @throws BatchRefused
   */
  async function startAll(
    tx: Tx,
    caller: Caller,
    { line, body, quoteId, key, balance }: StartingAll,
  ) {
    const batchId = deps.ids.uuid()
    const isAtomic = body.mode === 'ATOMIC'
    const items: StartedItem[] = []
    let available = balance - (await sumUnderWay(tx, caller.partnerId))
    for (const wanted of body.items) {
      const started = await inSavepoint(tx, () =>
        startFromWallet(tx, deps, caller, line, {
          ...wanted,
          batch: { quoteId, batchId },
          orderId: isAtomic ? batchId : deps.ids.uuid(),
          available,
          requestKey: key,
        }),
      )
      if (started.ok) {
        items.push({ row: started.value })
        available -= started.value.amount
      } else items.push({ originalTxnHash: wanted.originalTxnHash, failure: started.failure })
    }
    const problems = items.flatMap((item, place) =>
      'failure' in item ? [{ place, failure: item.failure }] : [],
    )
    if (isAtomic && problems.length > 0) throw new BatchRefused(placed(problems))
    return ok({ batchId, items })
  }

  /**
   * Orders each payment and signs it. The background work sends it once it was answered, so the answer
   * is always PENDING; what cannot be done now it does as well.
   */
  async function sign(partnerId: string, rows: readonly ReplenishmentRow[]): Promise<void> {
    const orderIds = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]
    for (const orderId of orderIds) {
      try {
        await deps.orders.sign(partnerId, orderId)
      } catch (error) {
        deps.log.warn({ err: error, orderId }, 'a replenishment is ordered later')
      }
    }
  }
}

/** Rolls back what a batch wrote: a result would be committed. */
class BatchRefused extends Error {
  readonly failure: StartFailure
  constructor(failure: StartFailure) {
    super(failure.code)
    this.failure = failure
  }
}

function refusedWhole(error: unknown) {
  if (error instanceof BatchRefused) return fail(error.failure)
  throw error
}

/** The first failure, with what is wrong with every item at its place. */
function placed(problems: readonly { place: number; failure: StartFailure }[]): StartFailure {
  const [first] = problems
  if (!first) throw new TypeError('nothing is wrong')
  const details = problems.map(({ place, failure }) =>
    detail(`items.${place}`, failure.code, failure.details?.[0]?.message ?? failure.code),
  )
  return { ...first.failure, details }
}

const unknownBatch = fail({
  code: 'QUOTE_NOT_FOUND' as const,
  details: [detail('batchQuoteId', 'QUOTE_NOT_FOUND', 'No batch quote has this id.')],
})
const expiredBatch = fail({
  code: 'QUOTE_EXPIRED' as const,
  details: [detail('batchQuoteId', 'QUOTE_EXPIRED', 'This batch quote has expired.')],
})
