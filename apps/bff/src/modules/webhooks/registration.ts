import type { InputOf, webhooks } from '@corridor/contract'
import { fail, ok, type Result, webhookEndpointsMax, endpointStates } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { type Failure, illegalTransition, versionConflict } from '../../api/request/refusal.ts'
import { noId } from '../../db/no-id.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { findLastFailure, findLastSequence, readDay } from './endpoint/day-store.ts'
import * as store from './endpoint/store.ts'
import { type IllegalTransition, moveEndpoint } from './endpoint/transition.ts'
import type { EndpointFacts } from './endpoint/view.ts'
import { noEndpoint } from './endpoint/failures.ts'
import { changedFields, recordChange } from './endpoint/registration-record.ts'
import { replaceOpenDeliveries, eventsMax, resendEvents } from './delivery/resend-store.ts'
import { deleteSecrets, insertSecret, validSecrets } from './endpoint/secret-store.ts'
import { newSecret } from './endpoint/signature.ts'
import { createTestEvents } from './test-event.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'

type RegisterFailure = Failure<'VERSION_CONFLICT'> | IllegalTransition
export type Registered = {
  row: store.EndpointRow
  outcome: 'REGISTERED' | 'CHANGED' | 'ENABLED' | 'UNCHANGED'
  /** At the first registration alone. */
  secret?: string
}

/**
 * A partner's endpoints: their addresses, what each is sent, and whether it is sent anything now.
 * - `url`, `register`: the primary one, by the specification's own operation
 * - `list`, `create`: all of them
 * - `read`, `update`, `pause`, `resume`, `remove`: one, the primary one where no id is given
 */
export function createRegistration(deps: Deps) {
  const tests = createTestEvents(deps)
  // In live an address has to answer a test event first.
  const firstStatus: store.EndpointRow['status'] =
    deps.config.ENVIRONMENT === 'live' ? 'UNVERIFIED' : 'ACTIVE'
  return { url, register, list, create, read, update, pause, resume, remove }

  async function url(tx: Tx, { partnerId }: Caller): Promise<string> {
    return (await store.findEndpoint(tx, { partnerId }))?.url ?? ''
  }

  /** Its row is absent where there is no such endpoint. */
  async function read(tx: Tx, ref: store.EndpointRef): Promise<EndpointFacts> {
    const row = await store.findEndpoint(tx, ref)
    return { row, ...(await factsOf(tx, row ?? { partner_id: ref.partnerId, id: noId })) }
  }

  async function list(tx: Tx, { partnerId }: Caller) {
    const rows = await store.listEndpoints(tx, partnerId)
    return Promise.all(rows.map(async (row) => ({ row, ...(await factsOf(tx, row)) })))
  }

  /** Registers the address, or replaces the whole registration. */
  async function register(
    tx: Tx,
    caller: Caller,
    settings: store.EndpointSettings,
  ): Promise<Result<Registered, RegisterFailure>> {
    const row = await store.lockEndpoint(tx, { partnerId: caller.partnerId })
    const conflict = versionConflict(caller, row ?? { version: 0 })
    if (conflict) return fail(conflict)
    if (row) return change(tx, caller, row, settings)
    const made = await add(tx, caller, { isPrimary: true, settings })
    // Another request has registered one meanwhile.
    return made ? ok(made) : register(tx, caller, settings)
  }

  /** Adds an endpoint; where there is no primary one, it is that. */
  async function create(
    tx: Tx,
    caller: Caller,
    settings: store.EndpointSettings,
  ): Promise<Result<Registered, IllegalTransition>> {
    const present = await store.lockAndListEndpoints(tx, caller.partnerId)
    if (present.length >= webhookEndpointsMax) {
      const text = `There are ${webhookEndpointsMax} endpoints already; delete one first.`
      return fail(illegalTransition(text, { from: '', to: '', allowed: [] }))
    }
    const isPrimary = !present.some((row) => row.is_primary)
    const made = await add(tx, caller, { isPrimary, settings })
    return made ? ok(made) : create(tx, caller, settings)
  }

  async function add(
    tx: Tx,
    caller: Caller,
    { isPrimary, settings }: { isPrimary: boolean; settings: store.EndpointSettings },
  ): Promise<Registered | undefined> {
    const row = await store.insertEndpoint(tx, {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      is_primary: isPrimary,
      status: firstStatus,
      ...settings,
    })
    if (!row) return undefined
    const secret = newSecret((bytes) => deps.random(bytes))
    await insertSecret(tx, deps.kek, { of: row, id: deps.ids.uuid(), secret })
    await recordChange(tx, caller, row, { status: 'registered' })
    await tests.ping(tx, row)
    return { row, outcome: 'REGISTERED', secret }
  }

  /** Replaces address and settings. */
  async function update(
    tx: Tx,
    caller: Caller,
    ref: store.EndpointRef,
    settings: store.EndpointSettings,
  ) {
    const found = await lock(tx, caller, ref)
    return found.ok ? change(tx, caller, found.value, settings) : found
  }

  async function change(
    tx: Tx,
    caller: Caller,
    before: store.EndpointRow,
    settings: store.EndpointSettings,
  ): Promise<Result<Registered, IllegalTransition>> {
    const fields = changedFields(before, settings)
    let row = before
    if (fields.length > 0) row = await apply(tx, caller, { before, settings, fields })
    const isDisabled = before.status === 'DISABLED'
    if (isDisabled) {
      const enabled = await enableFrom(tx, caller, row, undefined)
      if (!enabled.ok) return enabled
      row = enabled.value.row
    }
    if (fields.includes('webhookUrl')) await tests.ping(tx, row)
    const changed = fields.length > 0 ? 'CHANGED' : 'UNCHANGED'
    return ok({ row, outcome: isDisabled ? 'ENABLED' : changed })
  }

  async function apply(
    tx: Tx,
    caller: Caller,
    of: { before: store.EndpointRow; settings: store.EndpointSettings; fields: string[] },
  ): Promise<store.EndpointRow> {
    const { before, settings, fields } = of
    const isMoved = before.url !== settings.url
    // What was learnt about the old address says nothing of the new one.
    const fresh = {
      failing_since: null,
      straight_failures: 0,
      held_until: null,
      ...(isSending(before) ? { status: firstStatus, status_reason: '' } : {}),
    }
    const row = await store.changeEndpoint(tx, before, { ...settings, ...(isMoved ? fresh : {}) })
    const status = isMoved ? 'url_changed' : 'updated'
    await recordChange(tx, caller, row, { status, before, fields })
    if (isMoved) await replaceOpenDeliveries(tx, row)
    return row
  }

  async function pause(tx: Tx, caller: Caller, ref: store.EndpointRef) {
    const found = await lock(tx, caller, ref)
    if (!found.ok) return found
    return moveEndpoint(tx, caller, found.value, { event: 'pause', reason: '' })
  }

  /** Ends a pause, or enables a disabled webhook; returns how many events go out now. */
  async function resume(
    tx: Tx,
    caller: Caller,
    ref: store.EndpointRef,
    { fromSequence }: InputOf<typeof webhooks.resume>['body'],
  ) {
    const found = await lock(tx, caller, ref)
    if (!found.ok) return found
    return enableFrom(tx, caller, found.value, fromSequence)
  }

  /** Nothing more is sent to it; what is on its way at this moment comes to its end. */
  async function remove(tx: Tx, caller: Caller, ref: store.EndpointRef) {
    const found = await lock(tx, caller, ref)
    if (!found.ok) return found
    const before = found.value
    const row = await store.changeEndpoint(tx, before, { deleted_at: await now(tx) })
    await deleteSecrets(tx, row)
    const cancelled = await store.cancelOfDeleted(tx, row)
    await recordChange(tx, caller, row, { status: 'deleted', before, after: { cancelled } })
    return ok({ row, cancelled })
  }

  async function lock(tx: Tx, caller: Caller, ref: store.EndpointRef) {
    const row = await store.lockEndpoint(tx, ref)
    if (!row) return fail(noEndpoint(ref))
    const conflict = versionConflict(caller, row)
    return conflict ? fail(conflict) : ok(row)
  }
}

async function factsOf(tx: Tx, of: store.EndpointKey): Promise<Omit<EndpointFacts, 'row'>> {
  const [secrets, lastSequence, day, lastFailure] = await Promise.all([
    validSecrets(tx, of),
    findLastSequence(tx, of.partner_id),
    readDay(tx, of),
    findLastFailure(tx, of),
  ])
  return { secrets, lastSequence, day, lastFailure }
}

const isSending = ({ status }: store.EndpointRow): boolean => endpointStates[status].isSending

/**
 * Lets a paused or disabled endpoint be sent events again, and returns how many go out now. One
 * that was disabled gets what it missed since; with `fromSequence` everything from there on,
 * delivered or not; at most so many at once, the rest by a recovery.
 */
async function enableFrom(
  tx: Tx,
  by: AuditedBy,
  before: store.EndpointRow,
  fromSequence: number | undefined,
) {
  const event = before.status === 'DISABLED' ? 'enable' : 'resume'
  const moved = await moveEndpoint(tx, by, before, { event, reason: '' })
  if (!moved.ok) return moved
  const row = moved.value
  const from = fromSequence ?? before.skipped_from
  if (from !== null)
    await resendEvents(tx, row, {
      range: { fromSequence: from },
      filter: fromSequence === undefined ? 'MISSING' : 'ALL',
      max: eventsMax,
    })
  return ok({ row, scheduled: await store.countOpen(tx, row) })
}
