import { afterEach, beforeAll, expect, test } from 'vitest'
import { ownBff } from '../../test/support/process/bff.ts'
import { codeOf } from '../../test/support/money/funding.ts'
import { expectConsistent } from '../../test/support/money/invariants.ts'
import {
  accept,
  advance,
  detailOf,
  draw,
  drawn,
  partnerMe,
  quoteFrame,
  quoteReplenish,
  until,
} from '../../test/support/money/liquidity.ts'
import { historyOf } from '../../test/support/events/published.ts'
import { sandboxChains } from '../modules/sandbox/chains.ts'
import { writeSandboxFile } from '../seed/sandbox-file.ts'
import { Misuse, Refused } from './base/command.ts'
import { readCommand } from './commands.ts'
import type { Site } from './base/site.ts'

const bff = ownBff()
afterEach(() => expectConsistent(bff))

// The server writes its tokens down at its first start.
beforeAll(() =>
  writeSandboxFile(bff.dataDir, {
    baseUrl: '',
    partners: [],
    chains: sandboxChains(bff.deps),
  }),
)

const run = async (text: string, partner = bff.first): Promise<unknown> => {
  const parts = text.split(' ')
  const of = parts[1] === 'write-off' ? [] : ['--partner', partner.svcPartnerId]
  const asked = readCommand([...parts, ...of])
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  // These commands need the database and the folder of the site alone.
  const { db, config } = bff.deps
  const site = { db, config, published: () => undefined } as Partial<Site> as Site
  return asked.command.onSite(site, asked.options)
}
const tokenIds = () => sandboxChains(bff.deps).map(({ jurisdictionId }) => jurisdictionId)

test('each member of the terms is set by itself and holds from then on; the others stay', async () => {
  expect(await run('liquidity show')).toMatchObject({
    creditLimit: 1_000_000,
    hourlyFeeRateInBps: '0.36',
    tenorHours: 168,
  })
  await run('liquidity set --credit-limit 5000 --daily-limit 900.5 --txn-limit 400')
  await run('liquidity set --tenor 24 --hourly-fee-rate 1.25 --rate-per-unit-time 0.5')
  await run('liquidity set --fixed-base-rate 3 --affiliate-fee-rate 0')
  const all = '--counter-party-risk-premium-rate 2.0001 --customer-reliability-score-rate 1'
  expect(await run(`liquidity set ${all}`)).toMatchObject({
    svcPartnerId: bff.first.svcPartnerId,
    creditLimit: 5_000,
    dailyLimit: 900.5,
    txnLimit: 400,
    tenorHours: 24,
    hourlyFeeRateInBps: '1.25',
    ratePerUnitTime: '0.5',
    fixedBaseRate: '3',
    affiliateFeeRate: '0',
    counterPartyRiskPremiumRate: '2.0001',
    customerReliabilityScoreRate: '1',
  })
  const me = await partnerMe(bff)
  expect(me.limits).toMatchObject({ creditLimit: 5_000, dailyLimit: 900.5, txnLimit: 400 })
  expect(me.feeRates).toMatchObject({ fixedBaseRate: 3, counterPartyRiskPremiumRate: 2.0001 })
  expect(codeOf(await draw(bff, { amount: 401 }))).toEqual([422, 'LIMIT_TXN'])
  const eventTypes = async () =>
    (await historyOf(bff)).map(({ eventCategory, eventType }) => `${eventCategory}.${eventType}`)
  await expect.poll(eventTypes).toContain('limits.updated')
})

test.each([
  ['liquidity set', Misuse],
  ['liquidity set --credit-limit much', Misuse],
  ['liquidity set --fixed-base-rate 1.00001', Misuse],
  ['liquidity set --tenor 721', Refused],
  ['liquidity set --tenor 1.5', Refused],
  ['liquidity set --jurisdiction jur_x', Refused],
] as const)('%s is refused and changes nothing', async (text, kind) => {
  const before = await run('liquidity show')
  await expect(run(text)).rejects.toThrow(kind)
  expect(await run('liquidity show')).toEqual(before)
})

test('the token changes while nothing is under way in the old one, with what was drawn today', async () => {
  const [usdc, dai] = tokenIds()
  const partner = bff.second
  expect(await run(`liquidity set --jurisdiction ${dai}`, partner)).not.toHaveProperty('asset')
  expect(await partnerMe(bff, partner)).toMatchObject({ tokenName: 'Test Dai' })

  // A quote holds credit as long as it may be accepted.
  const frame = (await quoteFrame(bff, { partner })).body.data
  expect(frame.asset).toBe('DAI')
  await expect(run(`liquidity set --jurisdiction ${usdc}`, partner)).rejects.toThrow('1 frames')
  await bff.post('/api/v1/transactions/reserve/cancel', { reserveFrameId: frame.id }, {}, partner)
  const drawing = await drawn(bff, { amount: 250, asset: 'DAI' }, partner)
  await expect(run(`liquidity set --jurisdiction ${usdc}`, partner)).rejects.toThrow('250 are owed')
  await advance(bff, 8 * 86_400)
  await until(async () =>
    (await detailOf(bff, drawing.ltxId, partner)).status === 'OVERDUE' ? true : undefined,
  )
  await run(`liquidity write-off ${drawing.ltxId}`)
  const { originalTxnHash } = await drawn(bff, { amount: 1.5, asset: 'DAI' }, partner)
  const { quoteId: id } = (await quoteReplenish(bff, originalTxnHash, {}, partner)).body.data
  const repayment = { purpose: 'REPAYMENT', id, by: 'BANK' }
  await bff.post('/api/v1/sandbox/liquidity/pay', repayment, {}, partner)
  expect(await run(`liquidity set --jurisdiction ${usdc}`, partner)).toMatchObject({
    asset: 'USDC',
    borrowed: 0,
  })
  expect((await partnerMe(bff, partner)).limits).toMatchObject({ dailyUsage: 1.5 })
  expect((await quoteFrame(bff, { partner })).body.data.asset).toBe('USDC')
})

test('an overdue drawing is written off, and no other', async () => {
  await run('liquidity set --txn-limit 1000 --daily-limit 5000')
  const drawing = await drawn(bff, { amount: 40 })
  await expect(run(`liquidity write-off --transaction ${drawing.ltxId}`)).rejects.toThrow(
    'Only an overdue drawing',
  )
  await expect(run('liquidity write-off ltx_01jn2h7m3v5x9q8r6t4w2y0z1a')).rejects.toThrow(Refused)
  await advance(bff, 25 * 3_600)
  await until(async () =>
    (await detailOf(bff, drawing.ltxId)).status === 'OVERDUE' ? true : undefined,
  )
  expect(await run(`liquidity write-off --transaction ${drawing.ltxId}`)).toEqual({
    ltxId: drawing.ltxId,
    transactionId: drawing.transactionId,
    status: 'WRITTEN_OFF',
    writtenOff: 40,
    asset: 'USDC',
  })
  expect((await partnerMe(bff)).limits.borrowedAmount).toBe(0)
  await expect(run(`liquidity write-off ${drawing.ltxId}`)).rejects.toThrow(Refused)
})

test('no partner, no credit line', async () => {
  const nobody = { ...bff.first, svcPartnerId: 'par_01h455vb4pex5vsknk084sn02q' }
  await expect(run('liquidity show', nobody)).rejects.toThrow(Refused)
  await expect(run('liquidity set --tenor 5', nobody)).rejects.toThrow(Refused)
  await expect(run('liquidity show', { ...nobody, svcPartnerId: 'par_x' })).rejects.toThrow(Refused)
})

test('a fee that is under way keeps the token', async () => {
  const [, dai] = tokenIds()
  const frame = (await quoteFrame(bff, { amount: 50, inHours: 30 })).body.data
  await accept(bff, frame.id, `0x${'ab'.repeat(32)}`)
  await expect(run(`liquidity set --jurisdiction ${dai}`)).rejects.toThrow('1 frames')
})
