import type { liquidity } from '@corridor/contract'
import type { Result } from '@corridor/domain'
import { type Handlers, inTwoParts, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor, messageOf, Refusal } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createBankPlaces } from './line/bank-place.ts'
import { createLines, type Lines } from './line/line.ts'
import { opened } from './line/opened.ts'
import { initiate, type InitiateFailure } from './drawings/initiate.ts'
import { type BlockedParty, screenParties } from './drawings/screening.ts'
import { createReads, type Reads } from './reads/lists.ts'
import { readLimits } from './reads/limits.ts'
import { replenishHandlers } from './replenish-handlers.ts'
import { type AcceptFailure, acceptedMessage, createAcceptance } from './reserves/accept.ts'
import { cancelReserve } from './reserves/cancel.ts'
import { quoteReserve } from './reserves/quote.ts'
import { creditPayment } from './payments/credit.ts'
import { frameBody } from './views/frames.ts'
import { freshBody } from './views/drawings.ts'
import { paymentBody } from './views/payments.ts'

const texts = {
  LIMIT_TXN: 'The amount is above the limit of one drawing.',
  TRANSACTION_ID_USED: 'This transactionId was used for another drawing.',
  POLICY_BLOCKED: 'One of the parties is on a sanctions list.',
  PROVIDER_UNAVAILABLE: 'This cannot be checked now. Try again.',
} as const
const valueOrThrow = answersFor(texts)

type Of<K extends keyof typeof liquidity> = (typeof liquidity)[K]
type Prepared<F> = F extends (...args: never[]) => Promise<infer R> ? R : never

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

type ReserveNames =
  | 'quoteReserve'
  | 'acceptReserve'
  | 'cancelReserve'
  | 'activeReserves'
  | 'listReserves'

/** Without `limit` all active frames are returned (operations.md 1). */
const allActive = 100_000

function reserveHandlers(
  deps: Deps,
  lines: Lines,
  reads: Reads,
): Pick<Handlers<typeof liquidity>, ReserveNames> {
  const acceptance = createAcceptance(deps)
  return {
    quoteReserve: opened<Of<'quoteReserve'>>(lines, async (tx, { body }, caller) => {
      const { line, row } = valueOrThrow(await quoteReserve(tx, deps, caller, body))
      const data = frameBody(deps, line, row, line.at)
      return success(data, 'Reserve frame quoted. Pay its fee to accept it.')
    }),
    acceptReserve: inTwoParts<Of<'acceptReserve'>, Prepared<typeof acceptance.prepare>>({
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
    cancelReserve: inTwoParts<Of<'cancelReserve'>, undefined>({
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
    activeReserves: opened<Of<'activeReserves'>>(lines, async (tx, { query }, caller) => {
      const fallback = { sort: 'startTimestamp', limit: allActive }
      const page = readPage(deps, caller, 'reserves-active', query, fallback)
      const { items, pagination } = await reads.frames(tx, caller, { isActive: true }, page)
      return { success: true, message: 'Active reserve frames.', data: items, pagination }
    }),
    listReserves: opened<Of<'listReserves'>>(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'reserves', query)
      const { items, pagination } = await reads.frames(tx, caller, query, page)
      return { success: true, message: 'Reserve frames.', data: items, pagination }
    }),
  }
}

/** A parameter error of accept has the status of a refusal by state, and leaves its key free all the same. */
function parametersOrThrow<T>(prepared: Result<T, AcceptFailure>): T {
  if (prepared.ok) return prepared.value
  const { code, ...extra } = prepared.failure
  throw new Refusal(code, messageOf(code, texts), extra)
}

type PreparedDrawing = {
  screened: Result<BlockedParty | undefined, InitiateFailure | Unavailable>
  /** It draws on a frame, which only one at a time changes. */
  isFramed: boolean
}
type DrawingNames = 'initiate' | 'detail' | 'list' | 'limits' | 'listPayments' | 'creditPayment'

function drawingHandlers(
  deps: Deps,
  lines: Lines,
  reads: Reads,
): Pick<Handlers<typeof liquidity>, DrawingNames> {
  return {
    initiate: inTwoParts<Of<'initiate'>, PreparedDrawing>({
      before: async ({ body }, caller) => {
        await lines.open(caller.partnerId)
        const screened = await screenParties(deps, caller, body)
        return { screened, isFramed: body.reserveFrameId !== undefined }
      },
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
    detail: opened<Of<'detail'>>(lines, async (tx, { params }, caller) => {
      const data = await reads.drawing(tx, caller, params.transactionId)
      if (!data) return valueOrThrow({ ok: false, failure: { code: 'LIQUIDITY_TXN_NOT_FOUND' } })
      return success(data, 'Liquidity transaction.')
    }),
    list: opened<Of<'list'>>(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'liquidity-transactions', query)
      const { items, pagination } = await reads.drawingList(tx, caller, query, page)
      return { success: true, message: 'Liquidity transactions.', data: items, pagination }
    }),
    limits: opened<Of<'limits'>>(lines, async (tx, _input, { partnerId }) =>
      success(await readLimits(tx, partnerId), 'Limits of the credit line.'),
    ),
    listPayments: opened<Of<'listPayments'>>(lines, async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'liquidity-payments', query, { sort: '-receivedAt' })
      const { items, pagination } = await reads.payments(tx, caller, query, page)
      return { success: true, message: 'Payments.', data: items, pagination }
    }),
    creditPayment: opened<Of<'creditPayment'>>(lines, async (tx, { body }, caller) => {
      const row = valueOrThrow(await creditPayment(tx, deps, caller, body.paymentId))
      return success(paymentBody(deps, row), 'Payment credited.')
    }),
  }
}

type Unavailable = { code: 'PROVIDER_UNAVAILABLE'; retryAfterSeconds?: number }
