import { fail, ok, parseId, parseExecutionId } from '@corridor/domain'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf } from '../../api/request/paging.ts'
import type { Selection } from '../../api/request/selection.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { findEntity } from '../entities/store.ts'
import { createResponseCache } from './reads/response-cache.ts'
import { createActions } from './actions/actions.ts'
import { createReviews } from './actions/reviews.ts'
import { createExecution } from './execution/execute.ts'
import { createSimulation } from './quotes/simulate.ts'
import * as lists from './reads/list-store.ts'
import * as store from '../../records/transfers/store.ts'
import { createSubmission } from './execution/submit.ts'

/** Which page of a list, and what of each transfer. */
type Shown = { page: Page; selection: Selection | undefined }

export type TransferService = ReturnType<typeof createTransferService>

/** Transfers: quoted, executed once, read and listed. */
export function createTransferService(deps: Deps) {
  const bodies = createResponseCache()
  // A list without filters only grows, so what is more than can be counted stays so.
  const uncountable = new LRUCache<string, true>({ max: 10_000 })
  return {
    simulation: createSimulation(deps),
    submission: createSubmission(deps),
    execution: createExecution(deps),
    actions: createActions(deps),
    reviews: createReviews(deps),
    read,
    readByTransactionId,
    list,
    listOfEntity,
    summarise,
  }

  /** The JSON of one transfer. */
  async function read(tx: Tx, { partnerId }: Caller, executionId: string) {
    const parsed = parseExecutionId(executionId)
    if (!parsed) return fail({ code: 'TRANSFER_NOT_FOUND' })
    if (bodies.has(parsed.id)) {
      const print = await store.findPrint(tx, partnerId, parsed.id)
      const texts = print?.kind === parsed.kind ? await bodies.textsOf(tx, partnerId, [print]) : []
      return texts[0] === undefined ? fail({ code: 'TRANSFER_NOT_FOUND' }) : ok(texts[0])
    }
    const transfer = await store.findTransfer(tx, partnerId, parsed.id)
    return transfer?.kind === parsed.kind
      ? ok(bodies.textOf(transfer))
      : fail({ code: 'TRANSFER_NOT_FOUND' })
  }

  async function readByTransactionId(tx: Tx, caller: Caller, transactionId: string) {
    const transfer = await store.findByTransactionId(tx, caller.partnerId, transactionId)
    return transfer ? ok(bodies.textOf(transfer)) : fail({ code: 'TRANSFER_NOT_FOUND' })
  }

  /** A page of transfers as JSON; the first page also says how many there are. */
  async function list(
    tx: Tx,
    { partnerId }: Caller,
    filter: lists.TransferFilter,
    { page, selection }: Shown,
  ) {
    const [rows, total] = await Promise.all([
      lists.listTransfers(tx, partnerId, filter, page),
      page.after ? undefined : count(tx, partnerId, filter),
    ])
    const { items, pagination } = pageOf(page, rows, total)
    return { texts: await bodies.textsOf(tx, partnerId, items, selection), pagination }
  }

  async function count(tx: Tx, partnerId: string, filter: lists.TransferFilter) {
    const { isWhole } = filter
    if (isWhole && uncountable.has(partnerId)) return undefined
    const total = await lists.countTransfers(tx, partnerId, filter)
    if (isWhole && total === undefined) uncountable.set(partnerId, true)
    return total
  }

  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    filter: lists.TransferFilter,
    shown: Shown,
  ) {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await list(tx, caller, { ...filter, entityId: id, isWhole: false }, shown))
  }

  /** Counts and sums of everything that matches, per status and currency. */
  function summarise(tx: Tx, caller: Caller, filter: lists.TransferFilter) {
    return lists.summarise(tx, caller.partnerId, filter)
  }
}
