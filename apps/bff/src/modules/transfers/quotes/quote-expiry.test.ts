import { parseId } from '@corridor/domain'
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
import { transferPath } from '../../../../test/support/money/wallets.ts'

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

/** Four at a time: each waits for the others' lock on the day, and a busy machine lets none wait long. */
async function inBatches<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let i = 0; i < items.length; i += 4)
    answers.push(...(await Promise.all(items.slice(i, i + 4).map(call))))
  return answers
}

test.each([
  ['ten minutes behind', -10],
  ['right', 0],
  ['ten minutes ahead', 10],
])(
  'no quote is executed after its end, by the clock of the database; that of the process is %s',
  async (_, minutes) => {
    const asked = await inBatches(Array.from({ length: quotes }), () =>
      quote(bff, aQuote(payer, payee)),
    )
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
