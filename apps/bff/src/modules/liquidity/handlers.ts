import type { liquidity } from '@corridor/contract'
import type { Result } from '@corridor/domain'
import { type Handlers, inTwoParts, partOf, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor, messageOf, Refusal } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createBankPlaces } from './line/bank-place.ts'
import { createLines, type Lines } from './line/line.ts'
import { opened } from './line/opened.ts'
import { initiate } from './drawings/initiate.ts'
import { screenParties } from './drawings/screening.ts'
import { createReads, type Reads } from './reads/lists.ts'
import { readLimits } from './reads/limits.ts'
import { replenishHandlers } from './replenish-handlers.ts'
import { type AcceptFailure, acceptedMessage, createAcceptance } from './reserves/accept.ts'
import { cancelReserve } from './reserves/cancel.ts'
import { quoteReserve } from './reserves/quote.ts'
import { frameBody } from './views/frames.ts'
import { freshBody } from './views/drawings.ts'
import { creditPayment } from './payments/arrive.ts'
import { paymentBody } from './views/payments.ts'

const texts = {
  LIMIT_TXN: 'The amount is above the limit of one drawing.',
  TRANSACTION_ID_USED: 'This transactionId was used for another drawing.',
  POLICY_BLOCKED: 'One of the parties is on a sanctions list.',
  PROVIDER_UNAVAILABLE: 'This cannot be checked now. Try again.',
} as const
const valueOrThrow = answersFor(texts)

export function liquidityHandlers(deps: Deps): Handlers<typeof liquidity> {
  const lines = createLines(deps)
  const banks = createBankPlaces(deps)
  const reads = createReads(deps)
  return {
    ...reserveHandlers(deps, lines, reads),
    ...drawingHandlers(deps, lines, reads),
    ...replenishHandlers(deps, { lines, banks, reads }),
  }
}

/** Without `limit` all active frames are returned (operations.md 1). */
const allActive = 100_000

function reserveHandlers(deps: Deps, lines: Lines, reads: Reads) {
  const acceptance = createAcceptance(deps)
  return partOf<typeof liquidity>()({
    quoteReserve: opened(lines, async (tx, { body }, caller) => {
      const { line, row } = valueOrThrow(await quoteReserve(tx, deps, caller, body))
      const data = frameBody(deps, line, row, line.at)
      return success(data, 'Reserve frame quoted. Pay its fee to accept it.')
    }),
    acceptReserve: inTwoParts({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        return acceptance.prepare(caller, body)
      },
      handle: async (tx, _input, caller, prepared) => {
        const asked = parametersOrThrow(prepared)
        const frame = valueOrThrow(await acceptance.accept(tx, caller, asked))
        return { success: true, message: acceptedMessage(frame) }
      },
    }),
    cancelReserve: inTwoParts({
      before: async (_input, { partnerId }) => {
        await lines.open(partnerId)
        return undefined
      },
      handle: async (tx, { body }, caller) => {
        const { line, row } = valueOrThrow(await cancelReserve(tx, deps, caller, body))
        return success(frameBody(deps, line, row, line.at), 'Reserve frame cancelled.')
      },
      after: () => deps.wake.notify('liquidity'),
    }),
    activeReserves: opened(lines, async (tx, { query }, caller) => {
      const fallback = { sort: 'startTimestamp', limit: allActive }
      const page = readPage(deps, caller, 'reserves-active', query, fallback)
      const { items, pagination } = await reads.frames(tx, caller, { isActive: true }, page)
      return { success: true, message: 'Active reserve frames.', data: items, pagination }
    }),
    listReserves: opened(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'reserves', query)
      const { items, pagination } = await reads.frames(tx, caller, query, page)
      return { success: true, message: 'Reserve frames.', data: items, pagination }
    }),
  })
}

/** A parameter error of accept has the status of a refusal by state, and leaves its key free all the same. */
function parametersOrThrow<T>(prepared: Result<T, AcceptFailure>): T {
  if (prepared.ok) return prepared.value
  const { code, ...extra } = prepared.failure
  throw new Refusal(code, messageOf(code, texts), extra)
}

function drawingHandlers(deps: Deps, lines: Lines, reads: Reads) {
  return partOf<typeof liquidity>()({
    initiate: inTwoParts({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        const screened = await screenParties(deps, caller, body)
        return { screened, isFramed: body.reserveFrameId !== undefined }
      },
      // A frame is changed by one drawing at a time.
      shares: ({ isFramed }) => !isFramed,
      handle: async (tx, { body }, caller, { screened }) => {
        const blocked = valueOrThrow(screened)
        const made = valueOrThrow(await initiate(tx, deps, caller, body, blocked))
        const { line, row, isNew } = made
        const data = isNew
          ? freshBody(deps, row, line.at)
          : await reads.drawingById(tx, caller.partnerId, row.id)
        const message = isNew ? 'Drawing initiated.' : 'This drawing was initiated already.'
        return { success: true, message, created: isNew, data }
      },
      after: () => deps.wake.notify('liquidity'),
    }),
    detail: opened(lines, async (tx, { params }, caller) => {
      const data = await reads.drawing(tx, caller, params.transactionId)
      if (!data) return valueOrThrow({ ok: false, failure: { code: 'LIQUIDITY_TXN_NOT_FOUND' } })
      return success(data, 'Liquidity transaction.')
    }),
    list: opened(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'liquidity-transactions', query)
      const { items, pagination } = await reads.drawingList(tx, caller, query, page)
      return { success: true, message: 'Liquidity transactions.', data: items, pagination }
    }),
    limits: opened(lines, async (tx, _input, { partnerId }) =>
      success(await readLimits(tx, partnerId), 'Limits of the credit line.'),
    ),
    listPayments: opened(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'liquidity-payments', query, { sort: '-receivedAt' })
      const { items, pagination } = await reads.payments(tx, caller, query, page)
      return { success: true, message: 'Payments.', data: items, pagination }
    }),
    creditPayment: opened(lines, async (tx, { body }, caller) => {
      const row = valueOrThrow(await creditPayment(tx, deps, caller, body.paymentId))
      return success(paymentBody(deps, row), 'Payment credited.')
    }),
  })
}
