import { payinRoutes } from '@corridor/contract'
import { partnerScopes } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { accountIn } from '../../../../test/support/money/ordinary.ts'
import { payTo, untilDeposit } from '../../../../test/support/money/payin-deposits.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import {
  aRoute,
  type MadeRoute,
  payinPath,
  readRoute,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()
const summaryPath = ({ teleportId }: Pick<MadeRoute, 'teleportId'>, query = '') =>
  `${payinPath}/${teleportId}/deposits/summary${query}`
const volumeOf = async ({ teleportId }: MadeRoute) => {
  const { body } = await bff.get(`${payinPath}/${teleportId}/volume`)
  return payinRoutes.volume.response.parse(body).data.data
}
const summaryOf = async (route: MadeRoute, query = '') => {
  const { status, body } = await bff.get(summaryPath(route, query))
  expect(status).toBe(200)
  return payinRoutes.summarise.response.parse(body).data.data
}

describe('payinRoutes.summarise', () => {
  test('200: sums of what matches, forwarded ones in the currency of each destination', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const { teleportId, fundingAccountId } = route
    const none = { count: 0, inFlight: 0, held: 0, received: [], forwarded: [] }
    expect(await summaryOf(route)).toEqual(none)
    const pay = (amount: number) => payTo(bff, fundingAccountId, { amount, currency: 'EUR' })
    const first = await untilDeposit(bff, (await pay(100.05)).depositId, 'FORWARDED')
    const externalAccountId = await accountIn(bff, route.entityId, 'US')
    await bff.post(`${payinPath}/update`, { teleportId, externalAccountId })
    const second = await untilDeposit(bff, (await pay(200.1)).depositId, 'FORWARDED')
    await toggleRoute(bff, teleportId, 'inactive')
    await untilDeposit(bff, (await pay(50)).depositId, 'HELD')

    expect(await summaryOf(route)).toEqual({
      count: 3,
      inFlight: 0,
      held: 1,
      received: [{ amount: 350.15, currency: 'EUR' }],
      forwarded: [first.amountOut, second.amountOut],
    })
    expect(await summaryOf(route, '?status=HELD')).toEqual({
      ...none,
      count: 1,
      held: 1,
      received: [{ amount: 50, currency: 'EUR' }],
    })
    expect(await summaryOf(route, `?q=${first.depositId}`)).toMatchObject({
      count: 1,
      received: [{ amount: 100.05, currency: 'EUR' }],
      forwarded: [first.amountOut],
    })
  })

  test('404: an unknown route, and another partner’s', async () => {
    const theirs = await aRoute(bff, {}, bff.second)
    for (const { teleportId } of [{ teleportId: 'tele_01h455vb4pex5vsknk084sn02q' }, theirs])
      expect(codeOf(await bff.get(summaryPath({ teleportId })))).toEqual([404, 'ROUTE_NOT_FOUND'])
  })
})

test('the median counts from the deposit to its payout, without what is held', async () => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  expect((await volumeOf(route)).medianSeconds).toBeNull()
  const { fundingAccountId, teleportId } = route
  const pay = () => payTo(bff, fundingAccountId, { amount: 100, currency: 'EUR' })
  const secondsOf: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const paid = await untilDeposit(bff, (await pay()).depositId, 'FORWARDED')
    secondsOf.push((Date.parse(paid.completedAt) - Date.parse(paid.receivedAt)) / 1_000)
  }
  await toggleRoute(bff, teleportId, 'inactive')
  await untilDeposit(bff, (await pay()).depositId, 'HELD')
  const [, median = 0] = secondsOf.toSorted((a, b) => a - b)
  const medianSeconds = (await volumeOf(route)).medianSeconds ?? Number.NaN
  // To a tenth, of times that are given to a thousandth.
  expect(medianSeconds).toBe(Math.round(medianSeconds * 10) / 10)
  expect(Math.abs(medianSeconds - median)).toBeLessThan(0.06)
})

test('a route knows who made it, whoever changed it since', async () => {
  const { teleportId } = await aRoute(bff)
  const { createdBy } = await readRoute(bff, teleportId)
  expect(createdBy).toEqual({
    actorType: 'api_key',
    actorId: expect.stringMatching(/^key_/),
    actorName: 'test',
  })
  const other = await bff.issue(bff.first.svcPartnerId, partnerScopes)
  const toggled = await toggleRoute(bff, teleportId, 'inactive', { 'x-api-token': other })
  expect(toggled.status).toBe(200)
  expect((await readRoute(bff, teleportId)).createdBy).toEqual(createdBy)
})
