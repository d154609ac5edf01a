import { afterEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { type AnyBody, type Got, ownBff } from '../../../../test/support/process/bff.ts'
import { confirm, createBrowser, enrol } from '../../../../test/support/people/browser.ts'
import { makePerson } from '../../../../test/support/people/customers.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn } from '../../../../test/support/money/ordinary.ts'
import {
  aRoute,
  createRoute,
  payinPath,
  readRoute,
  routeEnds,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'
import { codeOf as staffCode, origin } from '../../../../test/support/people/staff.ts'

const bff = ownBff()
afterEach(() => expectConsistent(bff))

const unknownIds = { route: 'tele_', funding: 'fund_', account: 'acc_' }
for (const name of Object.keys(unknownIds) as (keyof typeof unknownIds)[])
  unknownIds[name] += '01h455vb4pex5vsknk084sn02q'

const update = (teleportId: string, externalAccountId: string, headers = {}) =>
  bff.post(`${payinPath}/update`, { teleportId, externalAccountId }, headers)
const detailOf = ({ body }: Got): AnyBody => body.error.details[0]
const changesOf = async (teleportId: string): Promise<AnyBody[]> =>
  (await bff.get(`${payinPath}/${teleportId}/changes`)).body.data.data

describe('payinRoutes.create', () => {
  test('200: active, forwarding; again the same id, also while it is inactive, which it stays', async () => {
    const ends = await routeEnds(bff)
    const made = await createRoute(bff, ends)
    expect([made.status, made.body]).toEqual([
      200,
      {
        success: true,
        data: {
          message: expect.not.stringContaining('already'),
          created: true,
          data: { teleportId: expect.stringMatching(/^tele_[0-9a-z]{26}$/) },
        },
      },
    ])
    const again = await createRoute(bff, ends)
    const { teleportId } = made.body.data.data
    expect(again.body.data).toEqual({
      message: expect.stringContaining('already exists'),
      created: false,
      data: { teleportId },
    })
    await toggleRoute(bff, teleportId, 'inactive')
    expect((await createRoute(bff, ends)).body.data.data).toEqual({ teleportId })
    expect(await readRoute(bff, teleportId)).toMatchObject({
      routeStatus: 'inactive',
      statusReason: 'BY_PARTNER',
      version: 2,
    })
  })

  test('400 FUNDING_ACCOUNT_ALREADY_ROUTED: to another destination, naming the route and update', async () => {
    const first = await aRoute(bff)
    const externalAccountId = await accountIn(bff, first.entityId, 'DE')
    const refused = await createRoute(bff, { ...first, externalAccountId })
    expect(codeOf(refused)).toEqual([400, 'FUNDING_ACCOUNT_ALREADY_ROUTED'])
    expect(detailOf(refused)).toMatchObject({
      path: 'fundingAccountId',
      existingId: first.teleportId,
      message: expect.stringContaining('update'),
    })
    // Beside an inactive one there is room, and then for no other.
    await toggleRoute(bff, first.teleportId, 'inactive')
    const second = await createRoute(bff, { ...first, externalAccountId })
    expect(second.status).toBe(200)
    const back = await toggleRoute(bff, first.teleportId, 'active')
    expect(codeOf(back)).toEqual([400, 'FUNDING_ACCOUNT_ALREADY_ROUTED'])
    expect(detailOf(back)).toMatchObject({ existingId: second.body.data.data.teleportId })
  })

  test('404: unknown accounts and those of another partner, the funding account first', async () => {
    const ends = await routeEnds(bff)
    const theirs = await routeEnds(bff, {}, bff.second)
    for (const fundingAccountId of [unknownIds.funding, theirs.fundingAccountId, 'x'])
      expect(
        codeOf(await createRoute(bff, { fundingAccountId, externalAccountId: unknownIds.account })),
      ).toEqual([404, 'FUNDING_ACCOUNT_NOT_FOUND'])
    for (const externalAccountId of [unknownIds.account, theirs.externalAccountId])
      expect(codeOf(await createRoute(bff, { ...ends, externalAccountId }))).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
      ])
  })

  test('400: the rules of operations.md 6, each naming what is wrong where', async () => {
    const ends = await routeEnds(bff)
    const { entityId } = ends
    const disabled = await accountIn(bff, entityId, 'ES')
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled })
    const unverified = await accountIn(bff, await makePerson(bff), 'DE')
    const [token, otherToken] = bff.deps.jurisdictions.all.filter(
      ({ type }) => type === 'blockchain',
    )
    const fromChain = await routeEnds(bff, { from: token?.id ?? '', to: otherToken?.id ?? '' })
    const { body } = await bff.get(`/api/v1/xfer/accounts/funding/${fromChain.fundingAccountId}`)
    const itself = await accountIn(bff, fromChain.entityId, token?.id ?? '', {
      wallet: { walletAddress: body.data.depositAccountInfo.depositWalletAddress },
    })
    const cases = [
      [{ ...ends, externalAccountId: disabled }, 'CORRIDOR_UNAVAILABLE', 'externalAccountId'],
      [{ ...ends, externalAccountId: unverified }, 'KYC_REQUIRED', 'externalAccountId'],
      [fromChain, 'CORRIDOR_UNAVAILABLE', 'externalAccountId'],
      [{ ...fromChain, externalAccountId: itself }, 'FIELD_INVALID', 'externalAccountId'],
    ] as const
    for (const [wanted, code, path] of cases) {
      const refused = await createRoute(bff, wanted)
      expect(codeOf(refused)).toEqual([400, code])
      expect(detailOf(refused)).toMatchObject({ path })
    }
    await bff.post('/api/v1/xfer/accounts/funding/deactivate', ends)
    const closed = await createRoute(bff, ends)
    expect(codeOf(closed)).toEqual([400, 'CORRIDOR_UNAVAILABLE'])
    expect(detailOf(closed)).toMatchObject({ path: 'fundingAccountId' })
  })

  test('400 leaves an Idempotency-Key free; 200 is its answer', async () => {
    const first = await aRoute(bff)
    const externalAccountId = await accountIn(bff, first.entityId, 'DE')
    const key = { 'idempotency-key': 'create-1' }
    const body = { fundingAccountId: first.fundingAccountId, externalAccountId }
    const sent = () => bff.post(`${payinPath}/create`, body, key)
    expect(codeOf(await sent())).toEqual([400, 'FUNDING_ACCOUNT_ALREADY_ROUTED'])
    await toggleRoute(bff, first.teleportId, 'inactive')
    const made = await sent()
    expect(made.status).toBe(200)
    const again = await sent()
    expect(again.body).toEqual(made.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('payinRoutes.update', () => {
  test('200: the next version of the destination, published and audited; again it is already set', async () => {
    const route = await aRoute(bff)
    const { teleportId, externalAccountId: first } = route
    const second = await accountIn(bff, route.entityId, 'DE')
    const changed = await update(teleportId, second)
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        success: true,
        data: {
          message: expect.not.stringContaining('already'),
          created: true,
          data: {
            teleportId,
            previousExternalAccountId: first,
            newExternalAccountId: second,
          },
        },
      },
    ])
    const repeated = await update(teleportId, second)
    expect(repeated.body.data).toEqual({
      message: expect.stringContaining('already set'),
      created: false,
      data: { teleportId, previousExternalAccountId: second, newExternalAccountId: second },
    })
    const read = await readRoute(bff, teleportId)
    expect(read).toMatchObject({ externalAccountId: second, destinationVersion: 2, version: 2 })
    expect(read).not.toHaveProperty('destination')
    await update(teleportId, first)
    expect(
      (await changesOf(teleportId)).map((change) => [
        change.kind,
        change.destinationVersion,
        change.previousExternalAccountId,
        change.newExternalAccountId,
        change.actorType,
      ]),
    ).toEqual([
      ['destination', 3, second, first, 'api_key'],
      ['destination', 2, first, second, 'api_key'],
      ['created', 1, '', first, 'api_key'],
    ])
  })

  test('400: what is 404 or 422 elsewhere; 409 for another version', async () => {
    const route = await aRoute(bff)
    const theirs = await aRoute(bff, {}, bff.second)
    const other = await accountIn(bff, route.entityId, 'DE')
    const unverified = await accountIn(bff, await makePerson(bff), 'DE')
    for (const id of [unknownIds.route, theirs.teleportId])
      expect(codeOf(await update(id, other))).toEqual([400, 'ROUTE_NOT_FOUND'])
    for (const id of [unknownIds.account, theirs.externalAccountId])
      expect(codeOf(await update(route.teleportId, id))).toEqual([400, 'ACCOUNT_NOT_FOUND'])
    expect(codeOf(await update(route.teleportId, unverified))).toEqual([400, 'KYC_REQUIRED'])
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: other })
    expect(codeOf(await update(route.teleportId, other))).toEqual([400, 'CORRIDOR_UNAVAILABLE'])
    const stale = await update(route.teleportId, other, { 'if-match': '"7"' })
    expect(codeOf(stale)).toEqual([409, 'VERSION_CONFLICT'])
    expect((await readRoute(bff, route.teleportId)).version).toBe(1)
  })
})

test('from the dashboard a destination is changed with a passkey for exactly this', async () => {
  const route = await aRoute(bff)
  const { teleportId } = route
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'owner')
  const browser = createBrowser(bff.instance.app.all)
  const authenticator = createAuthenticator(origin)
  await enrol(browser, authenticator, link.ok ? link.value.enrolmentUrl : '')
  const path = `${payinPath}/update`
  const other = await accountIn(bff, route.entityId, 'DE')
  const change = async (externalAccountId: string) => {
    const reply = await browser.post(`/bff${path}`, { teleportId, externalAccountId })
    return reply.status === 200 ? 200 : [reply.status, staffCode(reply)]
  }
  expect(await change(other)).toEqual([403, 'PRIMARY_AUTH_REQUIRED'])
  const body = { teleportId, externalAccountId: other }
  await confirm(browser, authenticator, { method: 'POST', path, body })
  expect(await change(other)).toBe(200)
  const [changed] = await changesOf(teleportId)
  expect(changed).toMatchObject({ kind: 'destination', actorType: 'partner_user' })
})

describe('payinRoutes.toggle', () => {
  // Both states by both values (operations.md 11.5).
  test.each([
    ['active', 'active', 'already'],
    ['active', 'inactive', 'inactive'],
    ['inactive', 'inactive', 'already'],
    ['inactive', 'active', 'active'],
  ] as const)('%s, asked for %s: %s', async (state, wanted, outcome) => {
    const { teleportId } = await aRoute(bff)
    await toggleRoute(bff, teleportId, state)
    const toggled = await toggleRoute(bff, teleportId, wanted)
    expect([toggled.status, toggled.body.data]).toEqual([
      200,
      {
        message: expect.stringContaining(outcome === 'already' ? 'already set' : outcome),
        data: { teleportId, previousStatus: state, routeStatus: wanted },
      },
    ])
  })

  test('without a status it flips, once for each Idempotency-Key; without a key it is refused', async () => {
    const { teleportId } = await aRoute(bff)
    const blind = await toggleRoute(bff, teleportId)
    expect(codeOf(blind)).toEqual([400, 'FIELD_REQUIRED'])
    expect(detailOf(blind)).toMatchObject({ path: 'routeStatus' })
    const flip = (key: string) =>
      toggleRoute(bff, teleportId, undefined, { 'idempotency-key': `flip-${key}` })
    const flipped = await flip('1')
    expect(flipped.body.data.data).toMatchObject({ routeStatus: 'inactive' })
    expect((await flip('1')).body).toEqual(flipped.body)
    expect((await flip('2')).body.data.data).toMatchObject({ routeStatus: 'active' })
  })

  test('404 for what is not there; 409 for another version; 400 for another value', async () => {
    const theirs = await aRoute(bff, {}, bff.second)
    for (const id of [unknownIds.route, theirs.teleportId])
      expect(codeOf(await toggleRoute(bff, id, 'inactive'))).toEqual([404, 'ROUTE_NOT_FOUND'])
    const { teleportId } = await aRoute(bff)
    const stale = await toggleRoute(bff, teleportId, 'inactive', { 'if-match': '9' })
    expect(codeOf(stale)).toEqual([409, 'VERSION_CONFLICT'])
    const badStatus = await bff.post(`${payinPath}/toggle`, { teleportId, routeStatus: 'ACTIVE' })
    expect(codeOf(badStatus)).toEqual([400, 'FIELD_INVALID'])
  })
})

describe('racing', () => {
  test('100 creates at once make one route', async () => {
    const ends = await routeEnds(bff)
    const made = await Promise.all(Array.from({ length: 100 }, () => createRoute(bff, ends)))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(made.map(({ body }) => body.data.data.teleportId)).size).toBe(1)
    const fresh = made.filter(({ body }) => !body.data.message.includes('already'))
    expect(fresh).toHaveLength(1)
  })

  test('create beside update and toggle: at most one route is active, and each version once', async () => {
    const route = await aRoute(bff)
    const { entityId, teleportId, fundingAccountId } = route
    const places = ['DE', 'ES', 'MX']
    const accounts = await Promise.all(places.map((place) => accountIn(bff, entityId, place)))
    const asked = accounts.flatMap((externalAccountId) => [
      createRoute(bff, { fundingAccountId, externalAccountId }),
      update(teleportId, externalAccountId),
      toggleRoute(bff, teleportId, 'inactive'),
      toggleRoute(bff, teleportId, 'active'),
    ])
    const answers = await Promise.all(asked)
    for (const { status, body } of answers)
      expect([200, 400], JSON.stringify(body)).toContain(status)
    const query = `fundingAccountId=${fundingAccountId}`
    const { body } = await bff.get(`${payinPath}?${query}`)
    const active = body.data.data.filter((item: AnyBody) => item.routeStatus === 'active')
    expect(active.length).toBeLessThanOrEqual(1)
    const versions = (await changesOf(teleportId))
      .filter(({ kind }) => kind !== 'status')
      .map((change) => change.destinationVersion)
    expect(versions).toEqual(versions.map((_, i) => versions.length - i))
  })

  test('toggle beside disable: what is disabled last leaves the route off', async () => {
    const { teleportId, externalAccountId: accountId } = await aRoute(bff)
    await Promise.all([
      toggleRoute(bff, teleportId, 'inactive'),
      toggleRoute(bff, teleportId, 'active'),
      bff.post('/api/v1/xfer/accounts/external/disable', { accountId }),
      toggleRoute(bff, teleportId, 'active'),
    ])
    expect((await readRoute(bff, teleportId)).routeStatus).toBe('inactive')
  })
})
