import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBanks } from '../src/modules/intake/bank-check.ts'
import { expectConsistent } from './support/money/invariants.ts'
import { createRandom } from './support/money/ledger-model/random.ts'
import { readTransfer } from './support/money/ordinary-flow.ts'
import { setTerms } from './support/money/ordinary.ts'
import { balanceOf, fundPayments } from './support/money/payments.ts'
import { liveOneDay, type World } from './support/money/random-days/day.ts'
import {
  add,
  addExchanged,
  atBanks,
  booked,
  type Sums,
  wrongOnChain,
} from './support/money/random-days/outside.ts'
import { type Corridors, kinds, openCorridors } from './support/money/random-days/plans.ts'
import { tokens } from './support/money/wallets.ts'
import { type AnyBody, ownBff } from './support/process/bff.ts'
import { seedsFor } from './support/process/seeds.ts'

/** Some seconds of days in the ordinary run, 25 days in the full one; 500 with SEEDS=500. */
const seeds = seedsFor({ full: 25, seconds: 3 })
const fundedEach = 200

const bff = ownBff()
let corridors: Corridors
let scaleOf: (currency: string) => { asset: string; scale: number }
const world: World = { plans: [], charges: 0n, reversed: 0n, strays: 0n }
let funded = 0

beforeAll(async () => {
  corridors = await openCorridors(bff)
  const chains = await tokens(bff)
  scaleOf = (currency) => {
    const token = chains.find((chain) => chain.currency === currency)
    if (!token) return { asset: currency, scale: 2 }
    return { asset: `${currency}@31337`, scale: token.currencyScale }
  }
  await setTerms(bff, {
    partnerFeeBps: 50,
    customerLimits: { STANDARD: { dailyLimit: 1e9, monthlyLimit: 1e9 } },
  })
}, 120_000)
afterAll(() => expectConsistent(bff))

test('in random days of transfers, refunds, returns, late and wrong money and moving prices the ledger is what the bank and the chain hold, the position is what is on its way, and nothing is lent', async () => {
  let day = 0
  let last = 0
  for (const seed of seeds) {
    day += 1
    if (day % 8 === 1) {
      await fundPayments(bff, fundedEach)
      funded += fundedEach
    }
    await liveOneDay(bff, corridors, createRandom(seed), world)
    last = seed
    if (day % 25 === 0) await compare(seed)
  }
  await compare(last)
  const seen = world.plans.map(({ kind }) => kind)
  if (day >= 50) for (const kind of kinds) expect(seen).toContain(kind)
}, 7_200_000)

async function compare(seed: number): Promise<void> {
  const about = `after the day of seed ${seed}`
  expect(negated(await booked(bff, 'bank')), about).toEqual(await atBanks(bff))
  expect(await wrongOnChain(bff), about).toEqual([])
  expect(await checkBanks(bff.deps), about).toEqual([])
  const { position, partnerFees } = await expectedPosition()
  expect(await booked(bff, 'fx'), about).toEqual(position)
  expect(await booked(bff, 'partner_fee_payable'), about).toEqual(partnerFees)
  expect(await booked(bff, 'refund_receivable'), about).toEqual({})
  expect(negated(await booked(bff, 'reversal_receivable')), about).toEqual(inEuros(world.reversed))
  expect((await booked(bff, 'bank_suspense'))['EUR'] ?? 0n, about).toBe(world.strays)
}

const negated = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).map(([asset, amount]) => [asset, -amount]))
const inEuros = (amount: bigint): Sums => (amount === 0n ? {} : { EUR: amount })
const centsOf = (amount: number) => BigInt(Math.round(amount * 100))

/** What was exchanged and neither undone nor come back, of the records and balances that partners read. */
async function expectedPosition(): Promise<{ position: Sums; partnerFees: Sums }> {
  const position: Sums = {}
  const partnerFees: Sums = {}
  for (const { kind, executionId } of world.plans) {
    const record = await readTransfer(bff, executionId)
    const isReturned = kind === 'bounced' && record.refunds.length > 0
    if (record.status !== 'COMPLETED' || isReturned) continue
    addExchanged(position, record, scaleOf)
    const { partnerFees: earned } = record.fees
    const { asset, scale } = scaleOf(earned.currency)
    add(partnerFees, asset, BigInt(Math.round(earned.amount * 10 ** scale)))
    if (kind !== 'refunded') continue
    for (const refund of record.refunds)
      add(position, 'EUR', -centsOf((await readTransfer(bff, refund)).to.amount))
  }
  const token = (await tokens(bff))[0]
  const { balances } = await balanceOf(bff)
  const left =
    balances.find((balance: AnyBody) => balance.currency === token?.currency)?.available ?? 0
  if (token) {
    const { asset, scale } = scaleOf(token.currency)
    add(position, asset, BigInt(Math.round((funded - left) * 10 ** scale)))
  }
  return { position, partnerFees }
}
