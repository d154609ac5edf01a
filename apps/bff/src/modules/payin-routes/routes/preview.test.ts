import { payinRoutes } from '@corridor/contract'
import { scheduleOf, systems } from '@corridor/domain/calendars'
import { beforeAll, expect, test } from 'vitest'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { setTerms } from '../../../../test/support/money/ordinary.ts'
import {
  aRoute,
  type MadeRoute,
  payinPath,
  readRoute,
  routeEnds,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'

const bff = sharedBff()
let toWallet: MadeRoute
let toBank: MadeRoute
beforeAll(async () => {
  toWallet = await aRoute(bff, { from: 'US', to: 'token' })
  toBank = await aRoute(bff, { from: 'DE', to: 'ES' })
})

const previewOf = async ({ teleportId }: MadeRoute, amount: string) =>
  bff.get(`${payinPath}/${teleportId}/preview?amount=${amount}`)
const estimateOf = (of: object) =>
  bff.get(`${payinPath}/preview?${new URLSearchParams(Object.entries(of))}`)

test('200: the net amount, which the parts add up to; the same before there is a route', async () => {
  const answer = await previewOf(toWallet, '250.5')
  const body = payinRoutes.preview.response.parse(answer.body).data.data
  expect(body).toMatchObject({
    teleportId: toWallet.teleportId,
    outcome: 'FORWARD',
    heldReason: '',
    amountIn: { amount: 250.5, currency: 'USD' },
  })
  const { partnerFees, svcFees, txFees, totalFees } = body.fees
  expect(totalFees.amount).toBeCloseTo(partnerFees.amount + svcFees.amount + txFees.amount, 6)
  const net = (250.5 - totalFees.amount) * body.exchangeRate
  expect(body.amountOut.amount).toBeCloseTo(net, 4)
  const { fundingAccountId, externalAccountId } = toWallet
  const before = await estimateOf({ fundingAccountId, externalAccountId, amount: '250.5' })
  const { teleportId, amountOut, fees } = before.body.data.data
  expect({ teleportId, amountOut, fees }).toEqual({
    teleportId: '',
    amountOut: body.amountOut,
    fees: body.fees,
  })
})

test('200: a bank pays it on its banking days, as a transfer would say; a chain has none', async () => {
  const toJapan = await aRoute(bff, { from: 'DE', to: 'JP' })
  const body = (await previewOf(toJapan, '100')).body.data.data
  const { leavesAt, arrivesBy } = scheduleOf(systems.ZENGIN, new Date(body.at))
  expect(body).toMatchObject({
    leavesAt: leavesAt.toISOString(),
    estimatedArrival: arrivesBy.toISOString(),
    bankTimeZone: 'Asia/Tokyo',
  })
  const onChain = (await previewOf(toWallet, '100')).body.data.data
  for (const name of ['leavesAt', 'estimatedArrival', 'bankTimeZone', 'isEstimated'])
    expect(onChain).not.toHaveProperty(name)
})

test('200: it says that and why a deposit would be held', async () => {
  const route = await aRoute(bff)
  const heldAt = async (amount: string) => {
    const { outcome, heldReason } = (await previewOf(route, amount)).body.data.data
    return [outcome, heldReason]
  }
  const { limits } = await readRoute(bff, route.teleportId)
  expect(await heldAt('0.01')).toEqual(['HOLD', 'BELOW_MINIMUM'])
  expect(await heldAt(String(limits.maxDeposit + 1))).toEqual(['HOLD', 'ABOVE_MAXIMUM'])
  await setTerms(bff, { txnLimit: 50 })
  expect(await heldAt('100')).toEqual(['HOLD', 'LIMIT'])
  await setTerms(bff, {})
  expect(await heldAt('100')).toEqual(['FORWARD', ''])
  await toggleRoute(bff, route.teleportId, 'inactive')
  expect(await heldAt('100')).toEqual(['HOLD', 'ROUTE_INACTIVE'])
})

test('400, 404 and 422: amounts that are none, accounts that are not there, ends that no corridor connects', async () => {
  expect(codeOf(await previewOf(toBank, '1.234'))).toEqual([400, 'AMOUNT_PRECISION'])
  for (const amount of ['0', '-5', 'x', ''])
    expect(codeOf(await previewOf(toBank, amount))).toEqual([400, 'FIELD_INVALID'])
  const { fundingAccountId, externalAccountId } = toBank
  const theirs = await routeEnds(bff, {}, bff.second)
  const ask = (change: object) =>
    estimateOf({ fundingAccountId, externalAccountId, amount: '100', ...change })
  expect(codeOf(await ask({ fundingAccountId: theirs.fundingAccountId }))).toEqual([
    404,
    'FUNDING_ACCOUNT_NOT_FOUND',
  ])
  expect(codeOf(await ask({ externalAccountId: theirs.externalAccountId }))).toEqual([
    404,
    'ACCOUNT_NOT_FOUND',
  ])
  const [first, other] = bff.deps.jurisdictions.all.filter(({ type }) => type === 'blockchain')
  const swap = await routeEnds(bff, { from: first?.id ?? '', to: other?.id ?? '' })
  expect(codeOf(await ask(swap))).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
})
