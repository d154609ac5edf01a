import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../api/caller.ts'
import { type Page, pageOf } from '../../api/paging.ts'
import type { Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { findEntity } from '../entities/store.ts'
import * as store from './external-store.ts'

type ReadFailure = Failure<'ACCOUNT_NOT_FOUND'>
type ListFailure = Failure<'ENTITY_NOT_FOUND'>

export type ExternalService = ReturnType<typeof createExternalService>

/** External accounts of customers. */
export function createExternalService() {
  return { read, list, listOfEntity }

  async function read(tx: Tx, caller: Caller, accountId: string) {
    const id = parseId('acc', accountId)
    const account = id && (await store.findAccount(tx, caller.partnerId, id))
    if (!id || !account) return fail<ReadFailure>({ code: 'ACCOUNT_NOT_FOUND' })
    return ok({ account, transfers: await store.recentTransfers(tx, caller.partnerId, id) })
  }

  async function list(tx: Tx, caller: Caller, filter: store.AccountFilter, page: Page) {
    const rows = await store.listAccounts(tx, caller.partnerId, filter, page)
    const total = page.after ? undefined : await store.countAccounts(tx, caller.partnerId, filter)
    return pageOf(page, rows, total)
  }

  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    filter: store.AccountFilter,
    page: Page,
  ): Promise<Result<Awaited<ReturnType<typeof list>>, ListFailure>> {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await list(tx, caller, { ...filter, entityId: id }, page))
  }
}
