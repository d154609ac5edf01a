import type { liquidity } from '@corridor/contract'
import { batchStatus, formatId, toWire } from '@corridor/domain'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor, type Failure, messageOf } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { BankPlace, BankPlaces } from './line/bank-place.ts'
import type { Lines } from './line/line.ts'
import { opened } from './line/opened.ts'
import { createOperationalOrders } from './operational/orders.ts'
import { createWithdrawals } from './operational/withdraw.ts'
import type { Reads } from './reads/lists.ts'
import { fulfilQuote } from './replenish/fulfil.ts'
import { createReplenishing, type Started } from './replenish/initiate.ts'
import { quoteReplenish } from './replenish/quote.ts'
import { quoteBatch } from './replenish/quote-batch.ts'
import { fulfilmentBody, quoteBody } from './views/replenishments.ts'

const texts = {
  LIQUIDITY_TXN_NOT_FOUND: 'No drawing or replenishment has this hash or id.',
  INSUFFICIENT_BALANCE: 'The operational wallet holds too little.',
  TRANSACTION_HASH_REUSED: 'This payment was stated already.',
  POLICY_BLOCKED: 'This address cannot be paid.',
} as const
const valueOrThrow = answersFor(texts)

type Tools = { lines: Lines; banks: BankPlaces; reads: Reads }

export const replenishHandlers = (deps: Deps, tools: Tools) => ({
  ...quoteHandlers(deps, tools),
  ...paymentHandlers(deps, tools),
  ...readHandlers(deps, tools),
})

/** Where a payment by bank goes is asked for before the transaction. */
const withBank =
  ({ lines, banks, reads: _reads }: Tools) =>
  async (partnerId: string, asset: string): Promise<BankPlace | undefined> => {
    await lines.open(partnerId)
    return banks.find(asset)
  }

function quoteHandlers(deps: Deps, tools: Tools) {
  const bankOf = async ({ partnerId }: { partnerId: string }) =>
    withBank(tools)(partnerId, await tools.lines.assetOf(partnerId))
  return partOf<typeof liquidity>()({
    quoteReplenish: inTwoParts({
      before: (_input, caller) => bankOf(caller),
      handle: async (tx, { body }, caller, bank) => {
        const asked = { ...body, hasBank: bank !== undefined }
        const { line, drawing, row } = valueOrThrow(await quoteReplenish(tx, deps, caller, asked))
        const data = quoteBody(deps, row, { line, drawing, bank, at: line.at })
        return success(data, 'Replenish quote.')
      },
    }),
    quoteReplenishBatch: inTwoParts({
      before: (_input, caller) => bankOf(caller),
      handle: async (tx, { body }, caller, bank) => {
        const quoted = await quoteBatch(tx, deps, caller, body.originalTxnHashes, bank)
        const items = quoted.items.map((item) =>
          'failure' in item
            ? errorBody(item)
            : quoteBody(deps, item.row, { ...item, bank, at: item.line.at }),
        )
        const data = {
          batchQuoteId: formatId('rqb', quoted.batchId),
          items,
          totalReplenishAmount: toWire({ minor: quoted.total, scale: quoted.scale }),
          validUntil: quoted.validUntil.toISOString(),
        }
        return success(data, 'Replenish quotes.')
      },
    }),
    fulfilQuote: opened(tools.lines, async (tx, { body }, caller) => {
      const { quote, row } = valueOrThrow(await fulfilQuote(tx, deps, caller, body))
      const data = fulfilmentBody(quote, row)
      const message = data.isFullyFulfilled
        ? 'The quote is fully fulfilled. Deposit monitoring has started.'
        : 'Fulfilment recorded.'
      return success(data, message)
    }),
  })
}

function paymentHandlers(deps: Deps, { lines, reads }: Tools) {
  const orders = createOperationalOrders(deps)
  const replenishing = createReplenishing({ ...deps, orders })
  const withdrawals = createWithdrawals({ ...deps, orders })
  const after = () => deps.wake.notify('liquidity')
  const itemBody = async (tx: Tx, partnerId: string, id: string) => {
    const body = await reads.replenishmentById(tx, partnerId, id)
    if (!body) throw new Error(`no replenishment ${id}`)
    return body
  }
  return partOf<typeof liquidity>()({
    initiateReplenish: inTwoParts({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        return replenishing.single(caller, body)
      },
      handle: async (tx, _input, { partnerId }, started) =>
        success(await itemBody(tx, partnerId, valueOrThrow(started)), 'Replenishment initiated.'),
      after,
    }),
    replenishBatch: inTwoParts({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        return replenishing.batch(caller, body)
      },
      handle: async (tx, _input, { partnerId }, started) =>
        success(await batchBody(tx, partnerId, valueOrThrow(started)), 'Replenishments initiated.'),
      after,
    }),
    withdrawOperational: inTwoParts({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        return withdrawals.withdraw(caller, body)
      },
      handle: async (tx, _input, { partnerId }, made) => {
        const data = await withdrawals.read(tx, partnerId, valueOrThrow(made))
        return success(data, 'Withdrawal ordered.')
      },
      after,
    }),
  })

  async function batchBody(tx: Tx, partnerId: string, { batchId, items }: Started) {
    const bodies = await Promise.all(
      items.map((item) =>
        'id' in item ? itemBody(tx, partnerId, item.id) : Promise.resolve(errorBody(item)),
      ),
    )
    const states = bodies.flatMap((body) => ('txnStatus' in body ? [body.txnStatus] : []))
    return {
      batchId: formatId('rpl', batchId),
      items: bodies,
      txnStatus: states.length === 0 ? ('FAILED' as const) : batchStatus(states),
    }
  }
}

/** What an item of a batch was refused with. */
const errorBody = (item: { originalTxnHash: string; failure: Failure }) => ({
  originalTxnHash: item.originalTxnHash,
  error: { code: item.failure.code, message: messageOf(item.failure.code, texts) },
})

function readHandlers(deps: Deps, { lines, banks, reads }: Tools) {
  return partOf<typeof liquidity>()({
    listReplenishQuotes: inTwoParts({
      before: async (_input, { partnerId }) => banks.find(await lines.assetOf(partnerId)),
      handle: async (tx, { query }, caller, bank) => {
        const page = readPage(deps, caller, 'replenish-quotes', query)
        const { items, pagination } = await reads.quotes(tx, caller, query, page, bank)
        return { success: true, message: 'Replenish quotes.', data: items, pagination }
      },
    }),
    readReplenish: opened(lines, async (tx, { params }, caller) => {
      const data = await reads.replenishment(tx, caller, params.replenishTxnHash)
      if (!data) return valueOrThrow({ ok: false, failure: { code: 'LIQUIDITY_TXN_NOT_FOUND' } })
      return success(data, 'Replenishment.')
    }),
    listReplenishments: opened(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'replenishments', query)
      const { items, pagination } = await reads.replenishments(tx, caller, query, page)
      return { success: true, message: 'Replenishments.', data: items, pagination }
    }),
  })
}
