import { afterEach, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  draw,
  drawn,
  frameOf,
  partnerMe,
  payFee,
  quoteFrame,
  quoteReplenish,
  setLiquidity,
  transactions,
} from '../../../test/support/money/liquidity.ts'
import { makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { type Got, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let racers = 0
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

/** More than the server has connections, so that all of these race and none waits for too long. */
const atOnce = 32

/** Answers of calls, by status and code. */
async function tally(calls: readonly (() => Promise<Got>)[]): Promise<Record<string, number>> {
  const rest = [...calls]
  const answers: Got[] = []
  const lane = async () => {
    for (let call = rest.shift(); call; call = rest.shift()) answers.push(await call())
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const outcomes = answers.map((answer) =>
    answer.status === 200 ? '200' : codeOf(answer).join(' '),
  )
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
  )
}

test('one fee hash on two frames, a hundred times: one of them is accepted', async () => {
  const frames = await Promise.all(
    Array.from({ length: 2 }, async () => (await quoteFrame(bff, { amount: 1_000 })).body.data),
  )
  const hash = await payFee(bff, payer, frames[0])
  const calls = Array.from({ length: 100 }, (_, at) => () => accept(bff, frames[at % 2].id, hash))
  const counts = await tally(calls)
  expect(counts['200']).toBe(1)
  expect(Object.keys(counts).toSorted()).toEqual([
    '200',
    '400 RESERVE_NOT_QUOTED',
    '400 TRANSACTION_HASH_REUSED',
  ])
  const states = await Promise.all(frames.map(async ({ id }) => (await frameOf(bff, id)).status))
  expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual(['ACCEPTED', 'QUOTED'])
})

test('200 parallel partial fulfilments come to exactly the total', async () => {
  const drawing = await drawn(bff, { amount: 100 })
  const quote = (await quoteReplenish(bff, drawing.originalTxnHash)).body.data
  const amount = 0.667
  const calls = Array.from(
    { length: 200 },
    (_, at) => () =>
      bff.post(`${transactions}/quote/fulfilled`, {
        quoteId: quote.quoteId,
        amount,
        transactionReference: { accountNumber: '1', id: `part-${at}` },
        fulfillmentType: 'PRINCIPAL',
      }),
  )
  const counts = await tally(calls)
  const fit = Math.floor((quote.totalReplenishAmount + 1e-9) / amount)
  expect(counts).toEqual({ '200': fit, '400 OVER_FULFILLMENT': 200 - fit })
  const rest = await bff.post(`${transactions}/quote/fulfilled`, {
    quoteId: quote.quoteId,
    amount: Math.round((quote.totalReplenishAmount - fit * amount) * 1e6) / 1e6,
    transactionReference: { accountNumber: '1', id: 'rest' },
    fulfillmentType: 'PRINCIPAL',
  })
  expect(rest.body.data).toMatchObject({ isFullyFulfilled: true, remainingAmount: 0 })
})

test('500 parallel drawings at 99 % of the limit: never above, and as many as fit', async () => {
  const partner = await bff.makePartner('Racing')
  await setLiquidity(bff, partner, { creditLimit: 10_000 })
  expect((await draw(bff, { amount: 9_900 }, partner)).status).toBe(200)
  const calls = Array.from({ length: 500 }, () => {
    const body = { amount: 3, transactionId: `race-${racers++}` }
    return () => draw(bff, body, partner)
  })
  const counts = await tally(calls)
  expect(counts).toEqual({ '200': 33, '422 CREDIT_LIMIT_EXCEEDED': 467 })
  expect((await partnerMe(bff, partner)).limits).toMatchObject({
    borrowedAmount: 9_999,
    remainingCredit: 1,
  })
}, 120_000)

test('a full frame drawn by two at once: one of them', async () => {
  const partner = await bff.makePartner('Two at once')
  const quoted = (await quoteFrame(bff, { amount: 500, partner })).body.data
  const hash = await payFee(bff, payer, quoted)
  expect((await accept(bff, quoted.id, hash, partner)).status).toBe(200)
  const of = { amount: 500, reserveFrameId: quoted.id }
  const counts = await tally(
    ['one', 'other'].map((transactionId) => () => draw(bff, { ...of, transactionId }, partner)),
  )
  expect(counts).toEqual({ '200': 1, '422 CREDIT_LIMIT_EXCEEDED': 1 })
})
