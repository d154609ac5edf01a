import { expect, test } from 'vitest'
import { ownBff } from '../../test/support/process/bff.ts'
import { codeOf } from '../../test/support/money/funding.ts'
import { aParty, aQuote, quote, rowOf } from '../../test/support/money/ordinary.ts'
import { started } from '../../test/support/money/ordinary-flow.ts'
import { historyOf } from '../../test/support/events/published.ts'
import { aMember } from '../../test/support/people/acting.ts'
import { createTeam } from '../modules/access/staff/team.ts'
import { Misuse, Refused } from './base/command.ts'
import { readCommand } from './commands.ts'
import type { Site } from './base/site.ts'

const bff = ownBff()

const run = async (text: string): Promise<unknown> => {
  const asked = readCommand([...text.split(' '), '--partner', bff.first.svcPartnerId])
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  // These commands need the database of the site alone.
  const team = createTeam(bff.deps, { waitsForMail: true })
  const site = { db: bff.deps.db, team, published: () => undefined } as Site
  return asked.command.onSite(site, asked.options)
}

test('limits, fees and spreads that are set hold from the next quote on', async () => {
  const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'US')]
  expect(await run('limits show')).toMatchObject({ txnLimit: 100_000, dailyLimit: 500_000 })
  const all = '--txn-limit 200 --daily-limit 500.5 --partner-fee 50 --spread FIAT_TO_FIAT=10'
  expect(await run(`limits set ${all}`)).toMatchObject({
    txnLimit: 200,
    dailyLimit: 500.5,
    partnerFeeBps: 50,
    spreadBps: { FIAT_TO_FIAT: 10 },
  })
  await run('limits set --spread OFF_RAMP=15 --quote-minutes 2 --refund-credit-limit 75')
  expect(await run('limits show')).toMatchObject({
    refundCreditLimit: 75,
    spreadBps: { FIAT_TO_FIAT: 10, OFF_RAMP: 15 },
    quoteMinutes: { ON_RAMP: 2, OFF_RAMP: 2, FIAT_TO_FIAT: 2 },
  })
  const { body } = await quote(bff, aQuote(from, to))
  expect(body.data.quote).toMatchObject({
    exchangeRate: { spreadBps: 10 },
    fees: { partnerFees: { amount: 0.5 } },
  })
  const refused = await quote(bff, aQuote(from, to, { exactAmountIn: 200 }))
  expect(refused.body.error.code).toBe('LIMIT_TXN')

  const { events, audits } = await bff.deps.db.asWorker(async (tx) => ({
    events: await tx
      .selectFrom('event')
      .select(['type', 'status', 'object'])
      .where('category', '=', 'limits')
      .orderBy('created_at')
      .execute(),
    audits: await tx
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'partner.terms')
      .orderBy('created_at')
      .execute(),
  }))
  // Prices alone are no limits.
  expect(events).toHaveLength(2)
  expect(events[0]).toMatchObject({
    type: 'updated',
    status: 'changed',
    object: { limit: { perTransfer: 200, daily: 500.5 }, used: { daily: 0 } },
  })
  expect(audits[0]).toMatchObject({ before: { txnLimit: 100_000 }, after: { txnLimit: 200 } })
})

test('80 %, 95 % and a refusal are published once a day each, and what was refused takes nothing', async () => {
  const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'US')]
  await run('limits set --txn-limit 100000 --partner-fee 0')
  const { quote: facts } = await rowOf(
    bff,
    (await quote(bff, aQuote(from, to, { exactAmountIn: 100 }))).body.data.executionId,
  )
  const { worth } = facts as { worth: string }
  await run(`limits set --daily-limit ${Number(BigInt(worth) / 1_000n) / 100}`)
  const published = async () =>
    (await historyOf(bff))
      .filter((event) => `${event.eventCategory}.${event.eventType}` === 'limits.action_required')
      .map(({ eventStatus, eventObject }) => [eventStatus, eventObject.used.daily])
  for (const exactAmountIn of [700, 120, 50, 100]) await started(bff, from, to, { exactAmountIn })
  for (let n = 0; n < 2; n += 1)
    expect(codeOf(await quote(bff, aQuote(from, to, { exactAmountIn: 100 })))).toEqual([
      422,
      'LIMIT_DAILY',
    ])
  const used = (units: number) => expect.closeTo((units * Number(worth)) / 1e8, 0)
  await expect.poll(published).toEqual([
    ['threshold_80', used(820)],
    ['threshold_95', used(970)],
    ['exceeded', used(970)],
  ])
})

test('what one customer may move, and how long a rate holds, is set by level and rail', async () => {
  await run('limits set --rate-hold BANK=5 --customer-daily STANDARD=900,ENHANCED=1800')
  await run('limits set --rate-hold CHAIN=1 --customer-monthly 5000 --customer-daily-count NONE=2')
  expect(await run('limits show')).toMatchObject({
    rateHoldMinutes: { BANK: 5, CHAIN: 1 },
    customerLimits: {
      NONE: { monthlyLimit: 5_000, dailyCount: 2 },
      STANDARD: { dailyLimit: 900, monthlyLimit: 5_000 },
      ENHANCED: { dailyLimit: 1_800, monthlyLimit: 5_000 },
    },
  })
})

test('a rate of the sandbox is moved by command, within bounds', async () => {
  const shift = (text: string, environment = 'sandbox') => {
    const asked = readCommand(`rates shift ${text}`.split(' '))
    if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
    const config = { ENVIRONMENT: environment }
    return asked.command.onSite({ db: bff.deps.db, config } as Site, asked.options)
  }
  const gbp = () => {
    const found = bff.deps.rates.midRate('EUR', 'GBP', new Date('2026-11-21T00:00:00Z'))
    return found.ok ? Number(found.value.mid.numerator) / Number(found.value.mid.denominator) : 0
  }
  await shift('--currency GBP --basis-points=1000')
  await expect.poll(gbp).toBeCloseTo(0.8793 / 1.1, 9)
  await shift('--currency GBP --basis-points=0')
  await expect.poll(gbp).toBeCloseTo(0.8793, 9)
  await expect(shift('--currency GBP --basis-points=90001')).rejects.toThrow(Refused)
  await expect(shift('--currency pound --basis-points=1')).rejects.toThrow(Misuse)
  await expect(shift('--currency GBP --basis-points=1', 'live')).rejects.toThrow(Refused)
})

test.each([
  ['limits set', Misuse],
  ['limits set --rate-hold TRAIN=3', Misuse],
  ['limits set --customer-daily GOLD=3', Misuse],
  ['limits set --customer-daily-count 0', Refused],
  ['limits set --txn-limit much', Misuse],
  ['limits set --spread SIDEWAYS=3', Misuse],
  ['limits set --spread 5000', Refused],
  ['limits set --partner-fee 0.5', Refused],
  ['limits set --quote-minutes 0', Refused],
] as const)('%s is refused and changes nothing', async (text, kind) => {
  const before = await run('limits show')
  await expect(run(text)).rejects.toThrow(kind)
  expect(await run('limits show')).toEqual(before)
})

test('no partner, no limits', async () => {
  const { svcPartnerId } = bff.first
  Object.assign(bff.first, { svcPartnerId: 'par_01h455vb4pex5vsknk084sn02q' })
  await expect(run('limits show')).rejects.toThrow(Refused)
  await expect(run('limits set --txn-limit 5')).rejects.toThrow(Refused)
  Object.assign(bff.first, { svcPartnerId })
})

test('a policy that locks everybody out is put back to the default, on record, and all members are notified', async () => {
  const policyPath = '/api/v1/partner/policy'
  const owner = await aMember(bff, 'owner')
  await bff.deps.db.asWorker((tx) =>
    tx.updateTable('member').set({ email: 'owner@example.com' }).execute(),
  )
  const locked = { rules: [], otherwise: 'deny' }
  const set = await owner.send('PUT', policyPath, locked)
  expect(set.status).toBe(200)
  const open = { rules: [], otherwise: 'allow' }
  expect(codeOf(await owner.send('PUT', policyPath, open))).toEqual([422, 'POLICY_BLOCKED'])
  const { version } = set.body.data
  expect(await run('policy show')).toMatchObject({ version, otherwise: 'deny', isDefault: false })
  await expect(run('policy reset')).rejects.toThrow(Misuse)
  expect(await run('policy reset --reason Asked-by-phone')).toMatchObject({
    version: version + 1,
    isDefault: true,
    changedBy: { type: 'service', id: 'operator' },
    notified: 1,
  })
  const mail = await bff.get('/api/v1/sandbox/outbox?to=owner@example.com')
  expect(JSON.stringify(mail.body)).toContain('put back to the default')
  const audits = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('audit')
      .select(['reason', 'after'])
      .where('action', '=', 'policy.reset')
      .execute(),
  )
  expect(audits).toEqual([{ reason: 'Asked-by-phone', after: { version: version + 1 } }])
  const again = await owner.send('PUT', policyPath, open)
  expect(again.body.data).toMatchObject({ version: version + 2, isDefault: false })
})
