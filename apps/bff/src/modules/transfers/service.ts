import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../api/caller.ts'
import { type Page, pageOf } from '../../api/paging.ts'
import type { Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { findEntity } from '../entities/store.ts'
import { parseExecutionId } from './ids.ts'
import { createActions } from './ordinary-actions.ts'
import { createExecution } from './ordinary-execute.ts'
import { createSimulation } from './simulate.ts'
import * as lists from './list-store.ts'
import * as store from './store.ts'
import { createSubmission } from './submit.ts'

type ReadFailure = Failure<'TRANSFER_NOT_FOUND'>
type ListFailure = Failure<'ENTITY_NOT_FOUND'>
type Listed = Awaited<ReturnType<TransferService['list']>>

export type TransferService = ReturnType<typeof createTransferService>

/** Transfers: quoted, executed once, read and listed. */
export function createTransferService(deps: Deps) {
  return {
    simulation: createSimulation(deps),
    submission: createSubmission(deps),
    execution: createExecution(deps),
    actions: createActions(deps),
    read,
    readByTransactionId,
    list,
    listOfEntity,
    summarise,
  }

  async function read(
    tx: Tx,
    caller: Caller,
    executionId: string,
  ): Promise<Result<store.TransferRecord, ReadFailure>> {
    const parsed = parseExecutionId(executionId)
    const transfer = parsed && (await store.findTransfer(tx, caller.partnerId, parsed.id))
    return transfer?.kind === parsed?.kind && transfer
      ? ok(transfer)
      : fail({ code: 'TRANSFER_NOT_FOUND' })
  }

  async function readByTransactionId(
    tx: Tx,
    caller: Caller,
    transactionId: string,
  ): Promise<Result<store.TransferRecord, ReadFailure>> {
    const transfer = await store.findByTransactionId(tx, caller.partnerId, transactionId)
    return transfer ? ok(transfer) : fail({ code: 'TRANSFER_NOT_FOUND' })
  }

  /** A page of transfers; the first page also says how many there are. */
  async function list(tx: Tx, caller: Caller, filter: lists.TransferFilter, page: Page) {
    const [rows, total] = await Promise.all([
      lists.listTransfers(tx, caller.partnerId, filter, page),
      page.after ? undefined : lists.countTransfers(tx, caller.partnerId, filter),
    ])
    return pageOf(page, rows, total)
  }

  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    filter: lists.TransferFilter,
    page: Page,
  ): Promise<Result<Listed, ListFailure>> {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await list(tx, caller, { ...filter, entityId: id }, page))
  }

  /** Counts and sums of everything that matches, per status and currency. */
  function summarise(tx: Tx, caller: Caller, filter: lists.TransferFilter) {
    return lists.summarise(tx, caller.partnerId, filter)
  }
}
