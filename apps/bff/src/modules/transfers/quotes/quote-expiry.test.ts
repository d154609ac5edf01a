import { parseId } from '@corridor/domain'
import { dayAfter, dayIn, isBusinessDay, momentOf, systems } from '@corridor/domain/calendars'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  aParty,
  aQuote,
  quote,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../../test/support/money/ordinary-flow.ts'
import { tokens, transferPath } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let payer: Side
let payee: Side
beforeAll(async () => {
  ;[payer, payee] = await Promise.all([aParty(bff, 'DE'), aParty(bff, 'ES')])
  await setTerms(bff, { dailyLimit: 100_000_000 })
})
afterEach(() => void vi.useRealTimers())

const serviceNow = async (): Promise<number> => {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ at: Date }>`select service_now() as at`.execute(tx),
  )
  return rows[0]?.at.getTime() ?? 0
}
const moveTo = async (target: number) => {
  const ms = target - (await serviceNow())
  await bff.deps.db.asWorker((tx) =>
    sql`select advance_service_clock(make_interval(secs => ${ms / 1_000}))`.execute(tx),
  )
}

/** The clock of the process, which nothing of money may go by. */
function skewProcessClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

const quotes = 40
const lastQuotes = 4

/** Four at a time: each waits for the others' lock on the day, and a busy machine lets none wait long. */
async function inBatches<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let i = 0; i < items.length; i += 4)
    answers.push(...(await Promise.all(items.slice(i, i + 4).map(call))))
  return answers
}

const quoted = (count: number) =>
  inBatches(Array.from({ length: count }), () => quote(bff, aQuote(payer, payee)))

test.each([
  ['ten minutes behind', -10],
  ['right', 0],
  ['ten minutes ahead', 10],
])(
  'no quote is executed after its end, by the clock of the database; that of the process is %s',
  async (_, minutes) => {
    const asked = await quoted(quotes - lastQuotes)
    // On a machine that pauses at the wrong time, too, some are taken.
    await moveTo((await serviceNow()) + 5_000)
    asked.push(...(await quoted(lastQuotes)))
    const made: AnyBody[] = asked.map(({ body }) => body.data)
    const ends = made.map(({ validUntil }) => Date.parse(validUntil)).toSorted((a, b) => a - b)
    skewProcessClock(minutes)
    // The ends lie as far apart as the quotes were made: some are over, the others come while we submit.
    await moveTo((ends[quotes / 2] ?? 0) - 20)
    const submit = ({ executionId, transferAcknowledgement }: AnyBody) =>
      bff.post(transferPath, {
        executionId,
        transferAcknowledgement: transferAcknowledgement.version,
        counterPartyRiskAcknowledged: true,
      })
    const answers = await inBatches(made.toReversed(), submit)
    const late = await inBatches(made, submit)
    vi.useRealTimers()

    const codes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.error.code))
    expect(new Set(codes)).toEqual(new Set(['taken', 'QUOTE_EXPIRED']))
    const again = late.map(({ status, body }) => [status, body.error?.code].join(' '))
    expect([...new Set(again)].toSorted()).toEqual([
      '400 QUOTE_EXPIRED',
      '409 EXECUTION_ALREADY_EXECUTED',
    ])

    const rows = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('transfer')
        .select(['id', 'status', 'started_at', 'valid_until'])
        .where(
          'id',
          'in',
          made.map(({ executionId }) => parseId('exec', executionId) ?? ''),
        )
        .execute(),
    )
    const taken = rows.filter(({ started_at }) => started_at !== null)
    expect(taken).toHaveLength(codes.filter((code) => code === 'taken').length)
    for (const { status, started_at, valid_until } of rows)
      if (started_at === null) expect(['QUOTED', 'EXPIRED']).toContain(status)
      else expect([status, started_at < valid_until]).toEqual(['PENDING', true])
    await expectConsistent(bff)
  },
)

test('what was refused has left nothing: the day counts the worth of what was taken alone', async () => {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ is_same: boolean }>`select (select sum(used) from daily_usage)
      = (select sum((quote->>'worth')::numeric) from transfer where started_at is not null) as is_same
    `.execute(tx),
  )
  expect(rows).toEqual([{ is_same: true }])
})

/** The next Friday, half an hour before the cut-off of SEPA, after which Monday is no holiday. */
async function nextFriday(): Promise<Date> {
  const { SEPA_CREDIT: sepa } = systems
  let friday = dayIn(sepa.zone, new Date(await serviceNow()))
  do friday = dayAfter(friday)
  while (
    new Date(friday).getUTCDay() !== 5 ||
    ![friday, dayAfter(friday, 3), dayAfter(friday, 4)].every((day) => isBusinessDay(sepa, day))
  )
  return momentOf(friday, '14:30', sepa.zone)
}

test('what is paid for after the cut-off of a Friday leaves on Monday, which is published', async () => {
  const friday = await nextFriday()
  const days = (count: number) => dayAfter(friday.toISOString().slice(0, 10), count)
  const berlin = (day: string, time: string) => momentOf(day, time, 'Europe/Berlin').toISOString()
  await moveTo(friday.getTime())
  const made = await started(bff, payer, payee, { rail: 'SEPA_CREDIT' })
  expect(made).toMatchObject({
    estimatedArrival: berlin(days(3), '18:00'),
    bankTimeZone: 'Europe/Berlin',
  })
  expect(made.leavesAt.slice(0, 10)).toBe(days(0))
  expect(await readTransfer(bff, made.executionId)).toMatchObject({
    leavesAt: made.leavesAt,
    estimatedArrival: made.estimatedArrival,
    bankTimeZone: 'Europe/Berlin',
  })
  await moveTo(friday.getTime() + 31 * 60_000)
  await paidIn(bff, made.executionId)
  const leaving = { leavesAt: berlin(days(3), '07:00'), estimatedArrival: berlin(days(4), '18:00') }
  expect(await readTransfer(bff, made.executionId)).toMatchObject(leaving)
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ changes: object }>`select changes from event where type = 'updated'
      and object->>'executionId' = ${made.executionId}`.execute(tx),
  )
  expect(rows.map(({ changes }) => changes)).toEqual([
    {
      leavesAt: { from: made.leavesAt, to: leaving.leavesAt },
      estimatedArrival: { from: made.estimatedArrival, to: leaving.estimatedArrival },
    },
  ])
})

test('a rail that runs at any hour leaves at once, and a chain has no bank', async () => {
  const usdc = await aParty(bff, (await tokens(bff))[0]?.id ?? '')
  const instant = (await quote(bff, aQuote(payer, payee, { rail: 'SEPA_INSTANT' }))).body.data
  const minutes = (at: string) => Math.round((Date.parse(at) - Date.parse(instant.leavesAt)) / 60e3)
  expect(minutes(instant.estimatedArrival)).toBe(1)
  const onChain = (await quote(bff, aQuote(payer, usdc))).body.data
  expect(onChain).toHaveProperty('estimatedArrival')
  expect(onChain).not.toHaveProperty('leavesAt')
  expect(onChain).not.toHaveProperty('bankTimeZone')
})

test('an arrival beyond the published years of a calendar is estimated, in its quote and its transfer', async () => {
  await moveTo(Date.parse('2028-12-29T10:00:00Z'))
  const quotedBy = async (rail: string) =>
    (await quote(bff, aQuote(payer, payee, { rail }))).body.data
  expect(await quotedBy('SEPA_INSTANT')).not.toHaveProperty('isEstimated')
  // It leaves in a year that is known, and arrives in the next one.
  expect(await quotedBy('SEPA_CREDIT')).toMatchObject({ isEstimated: true })
  const made = await started(bff, payer, payee, { rail: 'SEPA_CREDIT' })
  expect(await readTransfer(bff, made.executionId)).toMatchObject({
    estimatedArrival: '2029-01-01T17:00:00.000Z',
    isEstimated: true,
  })
})
