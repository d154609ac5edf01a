import type { liquidity } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { type FilterOf, pageOf, type Page, shownAs } from '../../../api/request/paging.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { now, type Tx } from '../../../db/open.ts'
import { uuidOf } from '../../../db/no-id.ts'
import type { ReplenishmentRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import * as drawings from '../../../records/liquidity/drawing-store.ts'
import { listFrames, type FrameFilter } from '../../../records/liquidity/frame-store.ts'
import { findLine } from '../../../records/liquidity/line-store.ts'
import { listPayments } from '../../../records/liquidity/payment-store.ts'
import { listQuotes } from '../../../records/liquidity/quote-store.ts'
import {
  findByHash,
  findOfBatch,
  findReplenishment,
  listReplenishments,
} from '../../../records/liquidity/replenishment-store.ts'
import { readHash } from '../../partners/payments.ts'
import type { BankPlace } from '../line/bank-place.ts'
import { drawingBodies } from '../views/drawings.ts'
import { frameBody } from '../views/frames.ts'
import { paymentBody } from '../views/payments.ts'
import { quoteBody, replenishmentBody, sharedBody } from '../views/replenishments.ts'

type Parts = Pick<Deps, 'chains' | 'jurisdictions'>

/** Lists and single records of a credit line. */
export function createReads(deps: Parts) {
  return {
    frames,
    drawing,
    drawingList,
    payments,
    quotes,
    replenishments,
    replenishment,
    replenishmentById,
    drawingById,
  }

  async function frames(tx: Tx, { partnerId }: Caller, filter: FrameFilter, page: Page) {
    const line = await lineOf(tx, partnerId)
    const rows = await listFrames(tx, partnerId, filter, page)
    return shownAs(pageOf(page, rows), (row) => frameBody(deps, line, row, line.at))
  }

  /** By its id, then as a hash, then by the partner's own id. */
  async function drawing(tx: Tx, { partnerId }: Caller, text: string) {
    const id = parseId('ltx', text)
    const hash = readHash(text)
    const row =
      (id && (await drawings.findDrawing(tx, partnerId, id))) ||
      (hash && (await drawings.findByHash(tx, partnerId, hash))) ||
      (await drawings.findByTransactionId(tx, { partnerId, transactionId: text }))
    if (!row) return undefined
    const [body] = await drawingBodies(tx, deps, [row], await now(tx))
    return body
  }

  async function drawingById(tx: Tx, partnerId: string, id: string) {
    const row = await drawings.findDrawing(tx, partnerId, id)
    const [body] = row ? await drawingBodies(tx, deps, [row], await now(tx)) : []
    if (!body) throw new Error(`no drawing ${id}`)
    return body
  }

  async function drawingList(
    tx: Tx,
    { partnerId }: Caller,
    { reserveFrameId, ...rest }: FilterOf<typeof liquidity.list>,
    page: Page,
  ) {
    const frameId = reserveFrameId === undefined ? undefined : uuidOf('rsv', reserveFrameId)
    const rows = await drawings.listDrawings(tx, partnerId, { ...rest, frameId }, page)
    const { items, pagination } = pageOf(page, rows)
    return { items: await drawingBodies(tx, deps, items, await now(tx)), pagination }
  }

  async function payments(
    tx: Tx,
    { partnerId }: Caller,
    filter: FilterOf<typeof liquidity.listPayments>,
    page: Page,
  ) {
    const rows = await listPayments(tx, partnerId, filter, page)
    return shownAs(pageOf(page, rows), (row) => paymentBody(deps, row))
  }

  async function quotes(
    tx: Tx,
    { partnerId }: Caller,
    { status, ltxId }: FilterOf<typeof liquidity.listReplenishQuotes>,
    page: Page,
    bank: BankPlace | undefined,
  ) {
    const line = await lineOf(tx, partnerId)
    const transactionId = idOf(ltxId)
    const rows = await listQuotes(tx, partnerId, { status, transactionId }, page)
    const { items, pagination } = pageOf(page, rows)
    const bodies = await Promise.all(
      items.map(async (row) => {
        const of = await drawings.findDrawing(tx, partnerId, row.transaction_id)
        if (!of) throw new Error(`no drawing ${row.transaction_id}`)
        return quoteBody(deps, row, { line, drawing: of, bank, at: line.at })
      }),
    )
    return { items: bodies, pagination }
  }

  async function replenishments(
    tx: Tx,
    { partnerId }: Caller,
    { status, ltxId }: FilterOf<typeof liquidity.listReplenishments>,
    page: Page,
  ) {
    const transactionId = idOf(ltxId)
    const rows = await listReplenishments(tx, partnerId, { status, transactionId }, page)
    const { items, pagination } = pageOf(page, rows)
    const bodies = await Promise.all(items.map((row) => single(tx, partnerId, row)))
    return { items: bodies, pagination }
  }

  /** By any hash of its family, or by the id of one or of a batch. */
  async function replenishment(tx: Tx, { partnerId }: Caller, text: string) {
    const id = parseId('rpl', text)
    const hash = readHash(text)
    const item = id && (await findReplenishment(tx, partnerId, id))
    if (item) return single(tx, partnerId, item)
    const rows = id
      ? await findOfBatch(tx, partnerId, id)
      : hash
        ? await findByHash(tx, partnerId, hash)
        : []
    const [first, ...others] = rows
    if (!first) return undefined
    if (others.length === 0) return single(tx, partnerId, first)
    return sharedBody(await Promise.all(rows.map((row) => single(tx, partnerId, row))))
  }

  async function replenishmentById(tx: Tx, partnerId: string, id: string) {
    const row = await findReplenishment(tx, partnerId, id)
    return row && single(tx, partnerId, row)
  }

  async function single(tx: Tx, partnerId: string, row: ReplenishmentRow) {
    const of = await drawings.findDrawing(tx, partnerId, row.transaction_id)
    if (!of) throw new Error(`no drawing ${row.transaction_id}`)
    return replenishmentBody(deps, of, row)
  }

  async function lineOf(tx: Tx, partnerId: string) {
    const line = await findLine(tx, partnerId)
    if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
    return line
  }
}
export type Reads = ReturnType<typeof createReads>

const idOf = (ltxId: string | undefined): string | undefined =>
  ltxId === undefined ? undefined : uuidOf('ltx', ltxId)
