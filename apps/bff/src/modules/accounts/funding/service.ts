import {
  customerNames,
  fail,
  fundingAccountLifecycle,
  ok,
  parseId,
  railName,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf, shownAs } from '../../../api/request/paging.ts'
import { versionConflict } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import { activeRoutesOn, routesToPropose } from '../../../records/payin-routes/dependencies.ts'
import { lockEntity } from './store.ts'
import { checkKyc, checkOpen, checkPolicy, findPlace, type FundingRequest } from './checks.ts'
import { openDeposits, type Opening, settleOpening } from './opening.ts'
import { checkPayers, checkSame, checkTerms, writePayers } from './payers.ts'
import * as store from './store.ts'
import { illegal, record, transition } from './transition.ts'
import { fundingBody } from './view.ts'
import type { FundingRow } from '../../../db/schema/rows.ts'

export type Toggled = {
  row: FundingRow
  previous: FundingRow['status']
  affectedRoutes: string[]
}

/** Accounts that take deposits for customers. */
export function createFundingService(deps: Deps) {
  return { prepare, create, toggle, read, list, listOfEntity }

  /**
   * Looks up payers that are named, and asks the bank for an account where `create` will want one;
   * nothing is stored.
   */
  async function prepare(caller: Caller, request: FundingRequest) {
    const { payers, entityId, jurisdictionId } = request
    const allowed = payers
      ? await checkPayers(deps, caller.partnerId, payers, `${entityId}/${jurisdictionId}`)
      : ok(undefined)
    return allowed.ok ? ok(await askBank(caller, request)) : allowed
  }

  async function askBank(caller: Caller, request: FundingRequest): Promise<Opening | undefined> {
    const wanted = await deps.db.withPartner(caller.partnerId, (tx) => check(tx, caller, request))
    if (!wanted.ok || wanted.value.existing) return undefined
    const { entity, jurisdiction } = wanted.value
    return openDeposits(deps, {
      partnerId: caller.partnerId,
      entityId: entity.id,
      holderName: railName(customerNames(entity)),
      jurisdiction,
    })
  }

  /** Opens an account, or finds the one that is there. Without an answer of the bank it waits. */
  async function create(
    tx: Tx,
    caller: Caller,
    request: FundingRequest,
    opening: Opening | undefined,
  ) {
    const checked = await check(tx, caller, request)
    if (!checked.ok) return checked
    const { entity, jurisdiction, policy, existing } = checked.value
    if (existing) return opened(existing, request)

    const inserted = await store.insertFunding(tx, {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      entity_id: entity.id,
      jurisdiction_id: jurisdiction.id,
      status: 'PROVISIONING',
      status_reason: '',
      return_strategy: policy.strategy,
      return_target: policy.target ?? null,
    })
    if (!inserted) {
      // Another request for the same account was faster.
      const at = { entityId: entity.id, jurisdictionId: jurisdiction.id }
      const account = await store.findFundingAt(tx, caller.partnerId, at)
      if (!account) throw new Error('a funding account is neither there nor to be had')
      return opened(account, request)
    }
    await record(tx, caller, inserted, { type: 'created', from: '' })
    const { row } = opening ? await settleOpening(tx, caller, inserted, opening) : { row: inserted }
    if (request.payers) await writePayers(tx, deps, caller, row, request.payers)
    const account = await store.findFunding(tx, caller.partnerId, inserted.id)
    if (!account) throw new Error(`the funding account ${inserted.id} is gone`)
    return ok({ account, isNew: true })
  }

  function opened(account: store.FundingRecord, { payers }: FundingRequest) {
    const same = payers ? checkSame(account, payers) : ok(undefined)
    return same.ok ? ok({ account, isNew: false }) : same
  }

  async function check(tx: Tx, caller: Caller, request: FundingRequest) {
    const place = await findPlace(tx, deps, caller.partnerId, request)
    if (!place.ok) return place
    const policy = await checkPolicy(tx, caller.partnerId, place.value, request.returnPolicy)
    if (!policy.ok) return policy
    const existing = await store.findFundingAt(tx, caller.partnerId, {
      entityId: place.value.entity.id,
      jurisdictionId: place.value.jurisdiction.id,
    })
    if (existing) return ok({ ...place.value, policy: policy.value, existing })
    const open = checkOpen(place.value)
    if (!open.ok) return open
    const kyc = await checkKyc(tx, deps, place.value)
    if (!kyc.ok) return kyc
    const { payers } = request
    const agreed = payers
      ? await checkTerms(tx, caller.partnerId, payers, 'payers.allowed')
      : ok(undefined)
    if (!agreed.ok) return agreed
    return ok({ ...place.value, policy: policy.value, existing: undefined })
  }

  /** Switches an account on or off; where it is so already, nothing happens. */
  async function toggle(
    tx: Tx,
    caller: Caller,
    { fundingAccountId, reason }: { fundingAccountId: string; reason: string },
    to: 'ACTIVE' | 'INACTIVE',
  ) {
    const id = parseId('fund', fundingAccountId)
    const found = id && (await store.findFunding(tx, caller.partnerId, id))
    if (!id || !found) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' })
    await lockEntity(tx, caller.partnerId, found.entity_id)
    const row = await store.lockFunding(tx, caller.partnerId, id)
    if (!row) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' })
    const conflict = versionConflict(caller, row)
    if (conflict) return fail(conflict)
    if (row.status === to) return ok({ row, previous: to, affectedRoutes: [] })
    const affectedRoutes = await routesFrom(tx, row, to)

    const event = to === 'ACTIVE' ? 'activate' : 'deactivate'
    if (!fundingAccountLifecycle.next(row.status, event)) return illegal(row.status, to)
    const allowed = to === 'ACTIVE' ? await checkStillVerified(tx, row) : ok(undefined)
    if (!allowed.ok) return allowed
    const changed = await transition(tx, caller, row, { event, to, reason })
    return changed.ok ? ok({ row: changed.value, previous: row.status, affectedRoutes }) : changed
  }

  async function checkStillVerified(tx: Tx, row: FundingRow) {
    const entity = await findEntity(tx, row.partner_id, row.entity_id)
    const jurisdiction = deps.jurisdictions.byId(row.jurisdiction_id)
    if (!entity || !jurisdiction) throw new Error(`funding account ${row.id} belongs nowhere`)
    return checkKyc(tx, deps, { entity, jurisdiction })
  }

  async function read(tx: Tx, caller: Caller, fundingAccountId: string) {
    const id = parseId('fund', fundingAccountId)
    const account = id && (await store.findFunding(tx, caller.partnerId, id))
    return account ? ok(account) : fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' })
  }

  async function list(tx: Tx, caller: Caller, filter: store.FundingFilter, page: Page) {
    const rows = await store.listFunding(tx, caller.partnerId, filter, page)
    const total = page.after ? undefined : await store.countFunding(tx, caller.partnerId, filter)
    return shownAs(pageOf(page, rows, total), (row) => fundingBody(deps, row))
  }

  async function listOfEntity(
    tx: Tx,
    caller: Caller,
    entityId: string,
    filter: store.FundingFilter,
    page: Page,
  ) {
    const id = parseId('ent', entityId)
    if (!id || !(await findEntity(tx, caller.partnerId, id)))
      return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await list(tx, caller, { ...filter, entityId: id }, page))
  }
}

/** Written ids of the pay-in routes that this switches off, or that may be switched on again. */
function routesFrom(tx: Tx, { partner_id: partnerId, id }: FundingRow, to: 'ACTIVE' | 'INACTIVE') {
  const on = { fundingAccountId: id }
  return to === 'ACTIVE'
    ? routesToPropose(tx, partnerId, on, 'FUNDING_DEACTIVATED')
    : activeRoutesOn(tx, partnerId, on)
}

/** Takes a customer's accounts out of use whose verification has ended; returns how many. */
export async function deactivateForKyc(tx: Tx, by: AuditedBy, entityId: string, reason: string) {
  const rows = await store.lockFundingOfEntity(tx, by.partnerId, entityId, 'ACTIVE')
  for (const row of rows)
    await transition(tx, by, row, { event: 'deactivate', to: 'INACTIVE', reason })
  return rows.length
}
