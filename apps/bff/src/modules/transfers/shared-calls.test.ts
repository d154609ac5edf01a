import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { type AnyBody, type Got, ownBff } from '../../../test/support/process/bff.ts'
import { codeOf, openFunding } from '../../../test/support/money/funding.ts'
import { jurisdictionOf, makePerson } from '../../../test/support/people/customers.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  aParty,
  accountIn,
  aQuote,
  quote,
  setTerms,
  type Side,
} from '../../../test/support/money/ordinary.ts'
import { act, advanceClock, aQuoteOf, takeUp } from '../../../test/support/money/ordinary-flow.ts'
import {
  inOneTransaction,
  answerParts,
  transactionsOf,
} from '../../../test/support/money/shared-calls.ts'
import { simulatePath, tokens, transferPath } from '../../../test/support/money/wallets.ts'

const bff = ownBff()
/** The payer of the calls that block the line; nobody else's. */
let plug: Side
let germany: Side
let spain: Side
let usdc: Side
let disabled: Side
let unverified: Side
let funded: Side
beforeAll(async () => {
  const [token] = await tokens(bff)
  const places = ['DE', 'DE', 'ES', token?.id ?? '', 'ES']
  const made = await Promise.all(places.map((place) => aParty(bff, place)))
  const [a, b, c, d, e] = made
  if (!a || !b || !c || !d || !e) throw new Error('no parties')
  ;[plug, germany, spain, usdc, disabled] = [a, b, c, d, e]
  await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: disabled.accountId })
  const entityId = await makePerson(bff)
  unverified = { entityId, accountId: await accountIn(bff, entityId, 'DE') }
  const { id } = await jurisdictionOf(bff, 'DE')
  const opened = await openFunding(bff, id)
  funded = { entityId: opened.entityId, accountId: opened.fundingAccountId }
})
afterEach(() => expectConsistent(bff))

const send =
  (body: object, headers: Record<string, string> = {}) =>
  () =>
    bff.post(simulatePath, body, headers)
const execute =
  (body: object, headers: Record<string, string> = {}) =>
  () =>
    bff.post(transferPath, body, headers)
const fillers = 31

/** Calls of one kind, each as one that shares with the others and with good ones. */
const quotedTogether = (calls: readonly (() => Promise<Got>)[]) =>
  inOneTransaction(
    bff,
    (tx) =>
      sql`select from entity where id = ${parseId('ent', plug.entityId)} for update`.execute(tx),
    [send(aQuote(plug, spain)), send(aQuote(plug, spain))],
    [...calls, ...Array.from({ length: fillers }, () => send(aQuote(germany, spain)))],
  )

async function executedTogether(calls: readonly (() => Promise<Got>)[]): Promise<Got[]> {
  const [first, other] = [await aQuoteOf(bff, plug, spain), await aQuoteOf(bff, plug, spain)]
  const good = await Promise.all(
    Array.from({ length: fillers }, () => aQuoteOf(bff, germany, spain)),
  )
  const ids = [first, other].map(({ executionId }) => parseId('exec', executionId) ?? '')
  return inOneTransaction(
    bff,
    (tx) => sql`select from transfer where id = any(${ids}::uuid[]) for update`.execute(tx),
    [execute(takeUp(first)), execute(takeUp(other))],
    [...calls, ...good.map((quoted) => execute(takeUp(quoted)))],
  )
}

const executionOf = ({ body }: Got): string => body.data.executionId

describe('a quote among others in one transaction', () => {
  const cases: Record<string, () => object> = {
    'from bank to bank': () => aQuote(germany, spain),
    'to a wallet': () => aQuote(germany, usdc),
    'from a wallet': () => aQuote(usdc, germany),
    'exact out': () => aQuote(germany, spain, { exactAmountIn: undefined, exactAmountOut: 50 }),
    'from a funding account': () => aQuote(funded, spain),
    'worth a code': () => aQuote(germany, spain, { exactAmountIn: 20_000 }),
    'of an unknown payer': () => aQuote({ ...germany, entityId: `ent_${'0'.repeat(26)}` }, spain),
    'of another customer’s account': () =>
      aQuote({ ...germany, accountId: spain.accountId }, spain),
    'too small': () => aQuote(germany, spain, { exactAmountIn: 0.01 }),
    'too precise': () => aQuote(germany, spain, { exactAmountIn: 1.001 }),
    'above the limit of a transfer': () => aQuote(germany, spain, { exactAmountIn: 90_000_000 }),
    'to an account that is closed': () => aQuote(germany, disabled),
    'of a customer who is not verified': () => aQuote(unverified, spain),
    'with both amounts': () => aQuote(germany, spain, { exactAmountOut: 1 }),
    'that is no quote': () => ({ transactionId: 'x' }),
  }

  test('every case answers as it does alone, and the good ones are stored together', async () => {
    const names = Object.keys(cases)
    const alone: AnyBody[] = []
    for (const name of names) alone.push(answerParts(await send(cases[name]?.() ?? {})()))
    const answers = await quotedTogether(names.map((name) => send(cases[name]?.() ?? {})))
    names.forEach((name, at) => {
      const answer = answers[at]
      expect([name, answer && answerParts(answer)]).toEqual([name, alone[at]])
    })
    const others = answers.slice(names.length)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(await transactionsOf(bff, others.map(executionOf))).toBeLessThan(fillers)
  })

  test('a transaction id names one transfer, though two ask for it in one transaction', async () => {
    const used = aQuote(germany, spain)
    const first = await quote(bff, used)
    const [same, changed] = [aQuote(germany, spain), aQuote(germany, spain)]
    const answers = await quotedTogether([
      send(used),
      send({ ...used, exactAmountIn: 7 }),
      send(same),
      send(same),
      send(changed),
      send({ ...changed, exactAmountIn: 7 }),
    ])
    const [again, other, former, two, three, four] = answers
    expect(again && executionOf(again)).toBe(executionOf(first))
    expect(other && codeOf(other)).toEqual([409, 'TRANSACTION_ID_USED'])
    expect(former && two && executionOf(former) === executionOf(two)).toBe(true)
    expect(new Set([three?.status, four?.status])).toEqual(new Set([200, 409]))
  })

  test('an idempotency key is answered once; another body under it is refused', async () => {
    const [kept, used, fresh] = [0, 1, 2].map(() => aQuote(germany, spain))
    if (!kept || !used || !fresh) throw new Error('no quotes')
    const key = { 'idempotency-key': `shared-${kept.transactionId}` }
    const usedKey = { 'idempotency-key': `shared-${used.transactionId}` }
    const freshKey = { 'idempotency-key': `shared-${fresh.transactionId}` }
    const first = await send(kept, key)()
    await send(used, usedKey)()
    const [again, other, former] = await quotedTogether([
      send(kept, key),
      send({ ...used, exactAmountIn: 7 }, usedKey),
      send(fresh, freshKey),
    ])
    expect(again?.body).toEqual(first.body)
    expect(again?.headers.get('idempotency-replayed')).toBe('true')
    expect(other && codeOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    const replay = await send(fresh, freshKey)()
    expect(replay.body).toEqual(former?.body)
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('an execution among others in one transaction', () => {
  test('every case answers as it does alone, and the good ones are taken up together', async () => {
    const payee = await aParty(bff, 'ES')
    const late = await Promise.all([0, 1].map(() => aQuoteOf(bff, germany, spain)))
    await advanceClock(bff, 400)
    const closed = await Promise.all([0, 1].map(() => aQuoteOf(bff, germany, payee)))
    await bff.post('/api/v1/xfer/accounts/external/disable', { accountId: payee.accountId })
    const done = await aQuoteOf(bff, germany, spain)
    await execute(takeUp(done))()
    const foreign = { executionId: `exec_${'0'.repeat(26)}`, transferAcknowledgement: 'x' }
    const open = await Promise.all([0, 1, 2, 3].map(() => aQuoteOf(bff, germany, spain)))
    const chain = await Promise.all([0, 1].map(() => aQuoteOf(bff, usdc, germany)))
    const pairs: Record<string, readonly [object, object]> = {
      good: [takeUp(open[0]), takeUp(open[1])],
      'from a wallet': [takeUp(chain[0]), takeUp(chain[1])],
      'too late': [takeUp(late[0]), takeUp(late[1])],
      'to an account that was closed': [takeUp(closed[0]), takeUp(closed[1])],
      'executed before': [takeUp(done), takeUp(done)],
      unknown: [foreign, foreign],
      'without its acknowledgement': [
        { ...takeUp(open[2]), transferAcknowledgement: 'I agree' },
        { ...takeUp(open[3]), transferAcknowledgement: 'I agree' },
      ],
    }
    const names = Object.keys(pairs)
    const alone: AnyBody[] = []
    for (const [first] of Object.values(pairs)) alone.push(answerParts(await execute(first)()))
    const answers = await executedTogether(
      Object.values(pairs).map(([, second]) => execute(second)),
    )
    names.forEach((name, at) => {
      const answer = answers[at]
      expect([name, answer && answerParts(answer)]).toEqual([name, alone[at]])
    })
    const others = answers.slice(names.length)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(await transactionsOf(bff, others.map(executionOf))).toBeLessThan(fillers)
  })

  test('a quote is executed once, though two ask for it in one transaction', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const answers = await executedTogether([execute(takeUp(quoted)), execute(takeUp(quoted))])
    const two = answers.slice(0, 2)
    expect(new Set(two.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('the day’s limit lets through what fits, whoever shares', async () => {
    await setTerms(bff, { dailyLimit: 1_000_000 })
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ used: string }>`select coalesce(sum(used), 0)::text as used from daily_usage
        where partner_id = ${parseId('par', bff.first.svcPartnerId)}
          and day = (service_now() at time zone 'UTC')::date`.execute(tx),
    )
    const quotes = await Promise.all(
      Array.from({ length: 12 }, () => aQuoteOf(bff, germany, spain)),
    )
    const worth = BigInt((await rowWorth(quotes[0])) ?? '0')
    // Room for five and a half.
    const limit = (Number(BigInt(rows[0]?.used ?? '0') + (worth * 11n) / 2n) / 1e6).toFixed(6)
    await setTerms(bff, { dailyLimit: Number(limit) })
    const answers = await Promise.all(quotes.map((quoted) => execute(takeUp(quoted))()))
    await setTerms(bff, {})
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(codeOf)).toEqual(refused.map(() => [422, 'LIMIT_DAILY']))
  })

  test('what was counted together is given back whole when each ends', async () => {
    const used = async () => {
      const { rows } = await bff.deps.db.asWorker((tx) =>
        sql<{ used: string }>`select coalesce(sum(used), 0)::text as used from daily_usage
          where partner_id = ${parseId('par', bff.first.svcPartnerId)}`.execute(tx),
      )
      return BigInt(rows[0]?.used ?? '0')
    }
    const before = await used()
    const answers = await executedTogether([])
    const worth = BigInt((await rowWorth(answers[0]?.body.data)) ?? '0')
    expect(worth).toBeGreaterThan(0n)
    for (const answer of answers)
      await act(bff, 'cancel', { executionId: executionOf(answer), reason: 'a test' })
    // The two that held the line back are still open.
    expect(await used()).toBe(before + 2n * worth)
  })

  test('what a policy adds up counts those of the same transaction', async () => {
    const iban = 'ES7921000813610123456789'
    const payee = await aParty(bff, 'ES', { account: { iban } })
    // A payee's day above 350 dollars needs another person: of 100 euros each, three fit.
    await setTerms(bff, { approvalAbove: 350 })
    const quotes = await Promise.all(Array.from({ length: 8 }, () => aQuoteOf(bff, germany, payee)))
    const answers = await executedTogether(quotes.map((quoted) => execute(takeUp(quoted))))
    await setTerms(bff, {})
    const states = answers.slice(0, quotes.length).map(({ body }) => body.data.status)
    expect(states.filter((status) => status === 'PENDING')).toHaveLength(3)
    expect(states.filter((status) => status === 'AWAITING_APPROVAL')).toHaveLength(5)
  })
})

async function rowWorth(quoted: AnyBody): Promise<string | undefined> {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ worth: string }>`select quote->>'worth' as worth from transfer
      where id = ${parseId('exec', quoted.executionId)}`.execute(tx),
  )
  return rows[0]?.worth
}
