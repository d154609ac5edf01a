import {
  type ExternalAccountEvent,
  externalAccountLifecycle,
  type ExternalAccountState,
  fail,
  ok,
  parseId,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf, shownAs } from '../../../api/request/paging.ts'
import { detail, type Failure, versionConflict } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import { openTransfersOf } from '../../../records/transfers/quotes/account-quotes.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { clearHits } from '../../screening/screen.ts'
import { accountContext } from './screening.ts'
import * as store from './store.ts'
import { disownAccount } from './claims.ts'
import { releaseStop, reviewStop, stopAsFraud } from './stops.ts'
import { holdToStop, isNumberStopped } from './stops-store.ts'
import { illegal, isHeldClaim, stateOf, transition } from './transition.ts'
import { accountBody } from './view.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import {
  activeRoutesOn,
  routesOn,
  routesToPropose,
} from '../../../records/payin-routes/dependencies.ts'

type Account = Pick<ExternalAccountRow, 'partner_id' | 'id'>

/** Written ids of the pay-in routes whose destination an account is now. */
const routesTo = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  routesOn(tx, partner_id, { externalAccountId: id })

/** Of these the active ones: disabling the account switches them off. */
const routesUsing = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  activeRoutesOn(tx, partner_id, { externalAccountId: id })

/** Those that its disabling has switched off, which it may be time to switch on again. */
const routesWaitingFor = (tx: Tx, { partner_id, id }: Account): Promise<string[]> =>
  routesToPropose(tx, partner_id, { externalAccountId: id }, 'DESTINATION_DISABLED')

type NotFound = Failure<'ACCOUNT_NOT_FOUND'>
type Toggled = {
  accountId: string
  reason: string
  /** The number itself is stopped, whoever holds it. */
  isFraud?: boolean | undefined
}
const isDisabled = (row: ExternalAccountRow) => stateOf(row) === 'DISABLED'

/** An account after a change, with what it was before and whom the change touches. */
export type Changed = {
  row: ExternalAccountRow
  previous: ExternalAccountState
  routes: string[]
}

export type ExternalService = ReturnType<typeof createExternalService>

/** External accounts of customers: reading them, and their life after they were added. */
export function createExternalService(deps: Pick<Deps, 'db' | 'jurisdictions'>) {
  return { read, reveal, list, listOfEntity, askAboutStop, toggle, remove, disown, setStatus }

  async function read(tx: Tx, caller: Caller, accountId: string) {
    const account = await findExternal(tx, caller.partnerId, accountId)
    if (!account) return fail<NotFound>({ code: 'ACCOUNT_NOT_FOUND' })
    const transfers = await store.recentTransfers(tx, account)
    return ok({ account, transfers, routes: await routesTo(tx, account) })
  }

  /** Reads an account whose numbers are about to be shown, and records who looked and why. */
  async function reveal(tx: Tx, caller: Caller, accountId: string, reason: string) {
    const found = await read(tx, caller, accountId)
    if (!found.ok) return found
    await recordAudit(tx, caller, {
      action: 'account.reveal',
      object: { kind: 'external_account', id: accountId },
      reason,
    })
    return found
  }

  async function list(tx: Tx, caller: Caller, filter: store.AccountFilter, page: Page) {
    const rows = await store.listAccounts(tx, caller.partnerId, filter, page)
    const total = page.after ? undefined : await store.countAccounts(tx, caller.partnerId, filter)
    return shownAs(pageOf(page, rows, total), (row) => accountBody(deps, row))
  }

  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    filter: store.AccountFilter,
    page: Page,
  ) {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await list(tx, caller, { ...filter, entityId: id }, page))
  }

  /**
   * Before an account is enabled whose number is stopped: the operator is asked, and stays so where
   * that is refused, since nothing of a refused request is kept.
   */
  async function askAboutStop(caller: Caller, accountId: string): Promise<void> {
    await deps.db.withPartner(caller.partnerId, async (tx) => {
      const row = await findExternal(tx, caller.partnerId, accountId)
      if (!row || row.status !== 'DISABLED') return
      if (await isNumberStopped(tx, row)) await reviewStop(tx, row)
    })
  }

  /** Enables or disables; an account that is there already stays as it is. */
  async function toggle(
    tx: Tx,
    caller: Caller,
    event: Extract<ExternalAccountEvent, 'enable' | 'disable'>,
    { accountId, reason, isFraud = false }: Toggled,
  ) {
    const isStop = event === 'disable' && isFraud
    const found = isStop ? await findExternal(tx, caller.partnerId, accountId) : undefined
    if (found) await holdToStop(tx, found)
    const locked = await lock(tx, caller, accountId)
    if (!locked.ok) return locked
    const row = locked.value
    const previous = stateOf(row)
    if (isStop && isDisabled(row)) {
      const stopped = await stopAsFraud(tx, caller, row)
      return stopped.ok ? ok({ row, previous, routes: [] }) : stopped
    }
    const to = event === 'enable' ? 'ENABLED' : 'DISABLED'
    if (previous === to) return ok({ row, previous, routes: [] })
    const routes = event === 'enable' ? await routesWaitingFor(tx, row) : await routesUsing(tx, row)
    const moved = await transition(tx, caller, row, { event, to, reason })
    const stopped = moved.ok && isStop ? await stopAsFraud(tx, caller, moved.value) : moved
    if (!stopped.ok) return stopped
    return moved.ok ? ok({ row: moved.value, previous, routes }) : moved
  }

  /** Deletes an account that nothing under way needs; its record stays, and is found no more. */
  async function remove(
    tx: Tx,
    caller: Caller,
    { accountId, reason }: { accountId: string; reason: string },
  ) {
    const locked = await lock(tx, caller, accountId)
    if (!locked.ok) return locked
    const row = locked.value
    const free = await checkFree(tx, row)
    if (!free.ok) return free
    const moved = await transition(tx, caller, row, { event: 'delete', to: 'DELETED', reason })
    if (!moved.ok) throw new Error(`an account that is ${row.status} cannot be deleted`)
    return ok({ row: moved.value, previous: stateOf(row), routes: [] })
  }

  /** Makes an account a third party's that was taken for the customer's own. */
  async function disown(
    tx: Tx,
    caller: Caller,
    { accountId, reason }: { accountId: string; reason: string },
  ) {
    const locked = await lock(tx, caller, accountId)
    return locked.ok ? disownAccount(tx, caller, locked.value, reason) : locked
  }

  /** Walks an account to a status as its bank would bring it there, every step on record. */
  async function setStatus(
    tx: Tx,
    caller: Caller,
    change: { accountId: string; status: ExternalAccountState; reason: string },
  ) {
    const locked = await lock(tx, caller, change.accountId)
    if (!locked.ok) return locked
    const previous = stateOf(locked.value)
    if (!externalAccountLifecycle.path(previous, change.status))
      return illegal(previous, change.status)
    const free = change.status === 'DELETED' ? await checkFree(tx, locked.value) : ok(undefined)
    if (!free.ok) return free
    const isBack = change.status === 'ENABLED' && previous !== 'ENABLED'
    const routes = await (isBack ? routesWaitingFor : routesUsing)(tx, locked.value)
    await decided(tx, caller, locked.value, change)
    // Nobody's say makes it the customer's own: what is enabled unproved is a third party's.
    const isOther = change.status === 'ENABLED' && isHeldClaim(locked.value)
    const disowned = isOther ? await disownAccount(tx, caller, locked.value, change.reason) : locked
    if (!disowned.ok) return disowned
    let row = disowned.value
    for (const event of externalAccountLifecycle.path(row.status, change.status) ?? []) {
      const step = { event, to: change.status, reason: change.reason }
      const moved = await transition(tx, caller, row, step)
      if (!moved.ok) return moved
      row = moved.value
    }
    return ok({ row, previous, routes })
  }
}

/** The sandbox's word stands for the decision about a name that resembles a listed one. */
async function decided(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  { status, reason }: { status: ExternalAccountState; reason: string },
): Promise<void> {
  const decision = status === 'ENABLED' ? 'APPROVED' : 'REJECTED'
  if (status === 'ENABLED') await clearHits(tx, by, accountContext(row), reason)
  if (status === 'ENABLED' && (await isNumberStopped(tx, row))) await releaseStop(tx, by, row)
  await decideReview(tx, by, { kind: 'account', id: row.id }, { decision, reason })
}

/** Finds an account by its written id; another partner's and a deleted one are not found. */
export async function findExternal(tx: Tx, partnerId: string, accountId: string) {
  const id = parseId('acc', accountId)
  return id && (await store.findAccount(tx, partnerId, id))
}

/** Why an account was disabled automatically (operations.md 11.7). */
export type ReturnReason = 'PAYOUT_RETURNED' | 'INVALID_ACCOUNT' | 'PROVIDER_REJECTED' | 'RISK'

/** Disables the account that a payout came back from; one that is not enabled stays as it is. */
export async function disableForReturnedPayout(
  tx: Tx,
  by: AuditedBy,
  accountUuid: string,
  reason: ReturnReason,
): Promise<ExternalAccountRow | undefined> {
  const row = await store.lockAccount(tx, by.partnerId, accountUuid)
  if (row?.status !== 'ENABLED') return row
  const moved = await transition(tx, by, row, { event: 'disable', to: 'DISABLED', reason })
  return moved.ok ? moved.value : row
}

async function lock(tx: Tx, caller: Caller, accountId: string) {
  const id = parseId('acc', accountId)
  const row = id && (await store.lockAccount(tx, caller.partnerId, id))
  if (!row) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const conflict = versionConflict(caller, row)
  return conflict ? fail(conflict) : ok(row)
}

async function checkFree(tx: Tx, row: ExternalAccountRow) {
  const transfers = await openTransfersOf(tx, row)
  const routes = await routesUsing(tx, row)
  if (transfers.length + routes.length === 0) return ok(undefined)
  const text = 'Transfers under way or pay-in routes use this account.'
  return fail({
    code: 'ACCOUNT_IN_USE',
    details: [detail('accountId', 'ACCOUNT_IN_USE', text, { transfers, routes })],
  })
}
