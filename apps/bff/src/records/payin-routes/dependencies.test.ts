import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@corridor/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { makeVerified } from '../../../test/support/people/customers.ts'
import { codeOf, uuidOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { asOperator } from '../../../test/support/people/kyc.ts'
import { accountIn } from '../../../test/support/money/ordinary.ts'
import {
  aRoute,
  createRoute,
  type MadeRoute,
  payinPath,
  readRoute,
  routeEnds,
  toggleRoute,
} from '../../../test/support/money/payin-routes.ts'
import { expectEventsPublished, historyOf } from '../../../test/support/events/published.ts'
import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { disableForReturnedPayout } from '../../modules/accounts/external/service.ts'
import { deactivateForKyc } from '../../modules/accounts/funding/service.ts'
import { createDecisionService } from '../../modules/kyc/review/decisions.ts'

const bff = ownBff()
afterEach(() => expectConsistent(bff))

const accounts = '/api/v1/xfer/accounts'
const send = async (path: string, body: object): Promise<AnyBody> => {
  const { status, body: answer } = await bff.post(path, body)
  expect([path, status]).toEqual([path, 200])
  return answer.data
}
const hold = (entityId: string, event: 'pause' | 'resume' | 'offboard') =>
  asOperator(bff, entityId, (service, tx, by) =>
    service.hold(tx, by, entityId, { event, reason: 'asked to' }),
  )
const setStatus = (accountId: string, status: string) =>
  send(`/api/v1/sandbox/external-account/${accountId}/status`, { status, reason: 'RISK' })

/** A route of one customer to the account of another. */
async function betweenTwo(): Promise<MadeRoute & { recipientId: string }> {
  const ends = await routeEnds(bff)
  const recipientId = await makeVerified(bff)
  const externalAccountId = await accountIn(bff, recipientId, 'DE')
  const made = await createRoute(bff, { ...ends, externalAccountId })
  return { ...ends, externalAccountId, recipientId, teleportId: made.body.data.data.teleportId }
}
type Route = Awaited<ReturnType<typeof betweenTwo>>

/** What takes a route out of use, and what ends that; both give the routes that they name. */
const causes: Record<
  string,
  {
    reason: string
    path: string
    begin: (route: Route) => Promise<AnyBody>
    end: (route: Route) => Promise<AnyBody>
  }
> = {
  'external account disabled': {
    reason: 'DESTINATION_DISABLED',
    path: 'externalAccountId',
    begin: ({ externalAccountId: accountId }) =>
      send(`${accounts}/external/disable`, { accountId }),
    end: ({ externalAccountId: accountId }) => send(`${accounts}/external/enable`, { accountId }),
  },
  'external account unlinked by its bank': {
    reason: 'DESTINATION_DISABLED',
    path: 'externalAccountId',
    begin: ({ externalAccountId }) => setStatus(externalAccountId, 'NEEDS_RELINK'),
    end: ({ externalAccountId }) => setStatus(externalAccountId, 'ENABLED'),
  },
  'funding account deactivated': {
    reason: 'FUNDING_DEACTIVATED',
    path: 'fundingAccountId',
    begin: ({ fundingAccountId }) => send(`${accounts}/funding/deactivate`, { fundingAccountId }),
    end: ({ fundingAccountId }) => send(`${accounts}/funding/activate`, { fundingAccountId }),
  },
  'verification of the owner paused': {
    reason: 'COMPLIANCE_HOLD',
    path: 'fundingAccountId',
    begin: ({ entityId }) => hold(entityId, 'pause'),
    end: ({ entityId }) => hold(entityId, 'resume'),
  },
  'verification of the recipient paused': {
    reason: 'COMPLIANCE_HOLD',
    path: 'externalAccountId',
    begin: ({ recipientId }) => hold(recipientId, 'pause'),
    end: ({ recipientId }) => hold(recipientId, 'resume'),
  },
}

describe.each(Object.entries(causes))('%s', (_, { reason, path, begin, end }) => {
  test('an active route is switched off, stays locked, is proposed and stays off until asked', async () => {
    const route = await betweenTwo()
    const { teleportId } = route
    const begun = await begin(route)
    if (begun?.affectedRoutes) expect(begun.affectedRoutes).toEqual([teleportId])
    const off = await readRoute(bff, teleportId)
    expect(off).toMatchObject({ routeStatus: 'inactive', statusReason: reason, version: 2 })
    expect(off.allowedActions).not.toContain('activate')

    const locked = await toggleRoute(bff, teleportId, 'active')
    expect(codeOf(locked)).toEqual([422, 'ROUTE_LOCKED'])
    expect(locked.body.error.details).toEqual([
      expect.objectContaining({ path, code: 'ROUTE_LOCKED', reason }),
    ])
    expect((await toggleRoute(bff, teleportId, 'inactive')).body.data.message).toContain('already')

    const ended = await end(route)
    if (ended?.affectedRoutes) expect(ended.affectedRoutes).toEqual([teleportId])
    const free = await readRoute(bff, teleportId)
    expect(free).toMatchObject({ routeStatus: 'inactive', statusReason: reason, version: 2 })
    expect(free.allowedActions).toContain('activate')
    expect((await toggleRoute(bff, teleportId, 'active')).status).toBe(200)
  })

  test('a route that its partner has switched off keeps that reason, and is not proposed', async () => {
    const route = await betweenTwo()
    const { teleportId } = route
    await toggleRoute(bff, teleportId, 'inactive')
    const begun = await begin(route)
    expect(begun?.affectedRoutes ?? []).toEqual([])
    expect(await readRoute(bff, teleportId)).toMatchObject({ statusReason: 'BY_PARTNER' })
    expect(codeOf(await toggleRoute(bff, teleportId, 'active'))).toEqual([422, 'ROUTE_LOCKED'])
    const ended = await end(route)
    expect(ended?.affectedRoutes ?? []).toEqual([])
  })
})

type Begin = (tx: Tx, by: AuditedBy, route: Route) => Promise<unknown>
const pause = (tx: Tx, by: AuditedBy, entityId: string) =>
  createDecisionService(bff.deps).hold(tx, by, entityId, { event: 'pause', reason: 'asked to' })

/** What takes an end out of use, and as what a new route to the recipient's other account is refused. */
const underWay: Record<string, [Begin, code?: string]> = {
  'a pause of the owner': [(tx, by, { entityId }) => pause(tx, by, entityId), 'KYC_REQUIRED'],
  'a pause of the recipient': [
    (tx, by, { recipientId }) => pause(tx, by, recipientId),
    'KYC_REQUIRED',
  ],
  'the end of the funding account': [
    (tx, by, { entityId }) => deactivateForKyc(tx, by, uuidOf('ent', entityId), 'over'),
    'CORRIDOR_UNAVAILABLE',
  ],
  'a payout that comes back': [
    (tx, by, { externalAccountId }) =>
      disableForReturnedPayout(tx, by, parseId('acc', externalAccountId) ?? '', 'RISK'),
  ],
}

test.each(Object.entries(underWay))('create and toggle wait for %s', async (_, [begin, code]) => {
  const route = await betweenTwo()
  await toggleRoute(bff, route.teleportId, 'inactive')
  const externalAccountId = await accountIn(bff, route.recipientId, 'ES')
  const partnerId = uuidOf('par', bff.first.svcPartnerId)
  const by = { partnerId, actor: { type: 'service', id: 'test' }, requestId: '' } as const
  const { toggled, created } = await bff.deps.db.asWorker(async (tx) => {
    await begin(tx, by, route)
    const asked = {
      toggled: toggleRoute(bff, route.teleportId, 'active'),
      created: code && createRoute(bff, { ...route, externalAccountId }),
    }
    // Long enough for both to answer, if they would not wait for the commit.
    await sleep(300)
    return asked
  })
  expect(codeOf(await toggled)).toEqual([422, 'ROUTE_LOCKED'])
  if (created) expect(codeOf(await created)).toEqual([400, code])
})

test('accounts.deleteExternal: 409 ACCOUNT_IN_USE names the active route; an inactive one lets go', async () => {
  const { teleportId, externalAccountId } = await betweenTwo()
  const remove = () => bff.send(`${accounts}/external/${externalAccountId}`, { method: 'DELETE' })
  const refused = await remove()
  expect(codeOf(refused)).toEqual([409, 'ACCOUNT_IN_USE'])
  expect(refused.body.error.details[0]).toMatchObject({ routes: [teleportId] })
  const read = await bff.get(`${accounts}/external/${externalAccountId}`)
  expect(read.body.data.routes).toEqual([teleportId])
  await toggleRoute(bff, teleportId, 'inactive')
  expect((await remove()).status).toBe(200)
  expect(await readRoute(bff, teleportId)).toMatchObject({
    externalAccountId,
    destinationAccount: { status: 'DELETED' },
  })
  expect(codeOf(await toggleRoute(bff, teleportId, 'active'))).toEqual([422, 'ROUTE_LOCKED'])
})

test('another destination ends the lock of a disabled one; the route waits to be switched on', async () => {
  const { teleportId, externalAccountId: accountId, entityId } = await betweenTwo()
  await send(`${accounts}/external/disable`, { accountId })
  const externalAccountId = await accountIn(bff, entityId, 'ES')
  await send(`${payinPath}/update`, { teleportId, externalAccountId })
  expect(await readRoute(bff, teleportId)).toMatchObject({
    routeStatus: 'inactive',
    statusReason: 'PENDING_ACTIVATION',
  })
  const enabled = await send(`${accounts}/external/enable`, { accountId })
  expect(enabled.affectedRoutes).toEqual([])
  expect((await toggleRoute(bff, teleportId, 'active')).status).toBe(200)
})

test('the end of a relation takes every route of the customer out of use', async () => {
  const route = await aRoute(bff)
  const two = await aRoute(bff, { from: 'DE' })
  for (const event of ['pause', 'offboard'] as const) await hold(route.entityId, event)
  expect(await readRoute(bff, route.teleportId)).toMatchObject({ statusReason: 'COMPLIANCE_HOLD' })
  expect(await readRoute(bff, two.teleportId)).toMatchObject({ routeStatus: 'active' })
})

test('each change of a route is published once, with who made it', async () => {
  const route = await betweenTwo()
  const { teleportId, externalAccountId: first } = route
  const second = await accountIn(bff, route.entityId, 'ES')
  await send(`${payinPath}/update`, { teleportId, externalAccountId: second, reason: 'moved' })
  await toggleRoute(bff, teleportId, 'inactive')
  await toggleRoute(bff, teleportId, 'active')
  await toggleRoute(bff, teleportId, 'active')
  await send(`${accounts}/external/disable`, { accountId: second })
  await expectEventsPublished(bff, {
    'payin.created': 'active',
    'payin.updated': 'destination_changed',
    'payin.transitioned': 'active inactive',
    'payin.action_required': 'inactive',
  })
  const events = (await historyOf(bff)).filter(
    ({ eventObject: it }) => it.teleportId === teleportId,
  )
  expect(
    events.map(({ eventType, eventStatus, eventObject: it }) => [
      eventType,
      eventStatus,
      it.previousStatus,
      it.reason,
    ]),
  ).toEqual([
    ['created', 'active', '', ''],
    ['updated', 'destination_changed', 'active', 'moved'],
    ['transitioned', 'inactive', 'active', 'BY_PARTNER'],
    ['transitioned', 'active', 'inactive', ''],
    ['transitioned', 'inactive', 'active', 'DESTINATION_DISABLED'],
    ['action_required', 'inactive', 'inactive', 'DESTINATION_DISABLED'],
  ])
  expect(events[1]?.eventObject).toEqual({
    executionId: '',
    transactionId: '',
    status: 'active',
    previousStatus: 'active',
    teleportId,
    fundingAccountId: route.fundingAccountId,
    previousExternalAccountId: first,
    newExternalAccountId: second,
    destinationVersion: 2,
    reason: 'moved',
    statusReason: '',
  })
  const audit = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'actor_type', 'reason'])
      .where('object_id', '=', teleportId)
      .orderBy('id')
      .execute(),
  )
  expect(audit.map(({ action, actor_type, reason }) => [action, actor_type, reason])).toEqual([
    ['payin_route.create', 'api_key', ''],
    ['payin_route.update', 'api_key', 'moved'],
    ['payin_route.deactivate', 'api_key', 'BY_PARTNER'],
    ['payin_route.activate', 'api_key', ''],
    ['payin_route.deactivate', 'api_key', 'DESTINATION_DISABLED'],
  ])
})
