import { fail, formatId, transferAcknowledgement } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import {
  jurisdictionOf,
  makePerson,
  makeVerified,
} from '../../../../test/support/people/customers.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { asOperator } from '../../../../test/support/people/kyc.ts'
import {
  accountIn,
  aParty,
  aQuote,
  quote,
  rowOf,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import { transferPath } from '../../../../test/support/money/wallets.ts'
import type { Tx } from '../../../db/open.ts'
import {
  releaseDailyLimit,
  countDaily as takeOfDay,
} from '../../../records/transfers/daily-limit.ts'
import { requote } from './price-received.ts'
import { checkCode, makeCode, useCode as consume } from './verification-code.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

const bff = ownBff()
let germany: Side
let spain: Side
let usdc: Side
let payer: Side
let payee: Side
beforeAll(async () => {
  const places = ['DE', 'ES', 'token', 'US']
  const [de, es, token, us] = await Promise.all(places.map((place) => aParty(bff, place)))
  if (!de || !es || !token || !us) throw new Error('no parties')
  ;[germany, spain, usdc, payer, payee] = [de, es, token, de, us]
})

const simulated = (from: Side, to: Side, change: Record<string, unknown> = {}) =>
  quote(bff, aQuote(from, to, change))
const read = async (executionId: string): Promise<AnyBody> =>
  (await bff.get(`/api/v1/xfer/transaction/transfer/${executionId}`)).body.data
const quoted = async (change: Record<string, unknown> = {}): Promise<TransferRow> => {
  const { body } = await quote(bff, aQuote(payer, payee, change))
  return rowOf(bff, body.data.executionId)
}
const asPartner = <T>(row: TransferRow, work: (tx: Tx) => Promise<T>) =>
  bff.deps.db.withPartner(row.partner_id, work)
const advance = (seconds: number) => bff.post('/api/v1/sandbox/clock/advance', { seconds })
const outbox = async (): Promise<AnyBody[]> =>
  (await bff.get('/api/v1/sandbox/outbox?channel=EMAIL&limit=200')).body.data

describe('the code that confirms a large transfer', () => {
  const large = async () => {
    const body = aQuote(payer, payee, { exactAmountIn: 8_680.56 })
    const answer = await quote(bff, body)
    expect(answer.body.data.verificationRequired).toBe(true)
    const [message] = await outbox()
    const row = await rowOf(bff, answer.body.data.executionId)
    return { row, body, message, code: String(message.code) }
  }
  const tried = (row: TransferRow, code: string) =>
    asPartner(row, (tx) => checkCode(tx, bff.deps, row, code))
  const used = (row: TransferRow, code: string) =>
    asPartner(row, (tx) => consume(tx, bff.deps, row, code))
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
  const invalid = { ok: false, failure: { code: 'OTP_INVALID' } }
  const expired = { ok: false, failure: { code: 'OTP_EXPIRED' } }

  test('goes to the payer by e-mail, once, above 10,000 dollars’ worth alone', async () => {
    const before = (await outbox()).length
    const { body, message, code, row } = await large()
    expect(message).toMatchObject({ channel: 'EMAIL', entityId: payer.entityId })
    expect(code).toMatch(/^\d{6}$/)
    expect(message.text).toContain(code)
    await quote(bff, body)
    const { body: small } = await quote(bff, aQuote(payer, payee, { exactAmountIn: 8_680.55 }))
    expect(small.data.verificationRequired).toBe(false)
    expect((await outbox()).length).toBe(before + 1)
    const kept = await bff.deps.db.asWorker((tx) =>
      sql<{ text: string }>`select row_to_json(c)::text as text from transfer_code c
        where transfer_id = ${row.id}`.execute(tx),
    )
    expect(kept.rows[0]?.text).not.toContain(code)
  })

  test('works once, and spaces do not matter', async () => {
    const { row, code } = await large()
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await tried(row, spaced)).toMatchObject({ ok: true })
    expect(await used(row, code)).toMatchObject({ ok: true })
    expect(await used(row, code)).toMatchObject(expired)
    expect(await tried(row, code)).toMatchObject(expired)
  })

  test('is burnt by three wrong tries, however they come', async () => {
    const { row, code } = await large()
    const tries = Array.from({ length: 10 }, () => tried(row, wrong(code)))
    const answers = await Promise.all(tries)
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.failure.code))
    expect(codes.filter((item) => item === 'OTP_INVALID')).toHaveLength(3)
    expect(codes.filter((item) => item === 'OTP_EXPIRED')).toHaveLength(7)
    expect(await tried(row, code)).toMatchObject(expired)
  })

  test('transfers.execute takes it: 401 while it is wrong and once it is burnt, then once', async () => {
    const execute = ({ row }: { row: TransferRow }, verificationCode: string) =>
      bff.post(transferPath, {
        executionId: formatId('exec', row.id),
        transferAcknowledgement: transferAcknowledgement.version,
        counterPartyRiskAcknowledged: true,
        verificationCode,
      })
    const burnt = await large()
    for (const [code, refusal] of [
      [wrong(burnt.code), 'OTP_INVALID'],
      ['12', 'OTP_INVALID'],
      [wrong(burnt.code), 'OTP_INVALID'],
      [burnt.code, 'OTP_EXPIRED'],
    ] as const)
      expect(codeOf(await execute(burnt, code))).toEqual([401, refusal])
    expect((await rowOf(bff, formatId('exec', burnt.row.id))).started_at).toBeNull()

    const right = await large()
    const both = await Promise.all([execute(right, right.code), execute(right, right.code)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql`select used_at from transfer_code where transfer_id = ${right.row.id} and used_at is not null`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(1)
  })

  test('confirms its own transfer alone', async () => {
    const [first, other] = [await large(), await large()]
    if (first.code !== other.code) expect(await tried(first.row, other.code)).toMatchObject(invalid)
    expect(await used(other.row, other.code)).toMatchObject({ ok: true })
  })

  test('ends with its five minutes, and with the quote where that is shorter', async () => {
    await setTerms(bff, { quoteMinutes: { FIAT_TO_FIAT: 20 } })
    const long = await large()
    await setTerms(bff, { quoteMinutes: { FIAT_TO_FIAT: 1 } })
    const short = await large()
    await setTerms(bff, {})
    await advance(61)
    expect(await tried(short.row, short.code)).toMatchObject(expired)
    expect(await tried(long.row, long.code)).toMatchObject({ ok: true })
    await advance(240)
    expect(await tried(long.row, long.code)).toMatchObject(expired)
  })

  test('503: where it cannot be sent, there is no quote', async () => {
    const { post } = bff.deps
    Object.assign(bff.deps, { post: { send: () => Promise.reject(new Error('no mail server')) } })
    const body = aQuote(payer, payee, { exactAmountIn: 20_000 })
    const refused = await quote(bff, body)
    Object.assign(bff.deps, { post })
    expect([refused.status, refused.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect((await quote(bff, body)).status).toBe(200)
  })

  test('takes each digit as often as any other', () => {
    const draws = [0xff_ff_ff_ff, 4_294_000_000, 999_999, 7]
    const random = () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(draws.shift() ?? 0)
      return new Uint8Array(bytes)
    }
    // The largest draws are left out: with them the lowest codes would come more often.
    expect([makeCode({ random }), makeCode({ random })]).toEqual(['999999', '000007'])
  })
})

describe('the limit of a day', () => {
  test('of transfers at the same time only those are let through that fit', async () => {
    await advance(86_400)
    const row = await quoted({ exactAmountIn: 100 })
    const worth = Number((row.quote as { worth: string }).worth)
    await setTerms(bff, { dailyLimit: Math.floor((worth * 5.5) / 10_000) / 100 })
    // The day is counted in sixteen parts, by the last digit of the transfer's id.
    const ids = Array.from({ length: 48 }, (_, n) => row.id.slice(0, -1) + (n % 16).toString(16))
    const use = (id: string) => asPartner(row, (tx) => takeOfDay(tx, { ...row, id }))
    const answers = await Promise.all(ids.map(use))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ failure: { code: 'LIMIT_DAILY' } })
    const refused = await quote(bff, aQuote(payer, payee))
    expect([refused.status, refused.body.error.code]).toEqual([422, 'LIMIT_DAILY'])
    const taken = ids[answers.findIndex(({ ok }) => ok)] ?? ''
    const release = { ...row, id: taken, started_at: row.created_at }
    await asPartner(row, (tx) => releaseDailyLimit(tx, release))
    expect((await quote(bff, aQuote(payer, payee))).status).toBe(200)
    await advance(86_400)
    expect((await asPartner(row, (tx) => takeOfDay(tx, row))).ok).toBe(true)
    // What was used yesterday does not come back today.
    await asPartner(row, (tx) => releaseDailyLimit(tx, { ...row, started_at: row.created_at }))
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ used: bigint }>`select sum(used) as used from daily_usage
        group by day order by day desc limit 1`.execute(tx),
    )
    expect(rows[0]?.used).toBe(BigInt(worth))
    await setTerms(bff, {})
  })

  test('one transfer above it is refused, also as the first of its day', async () => {
    await advance(86_400)
    const row = await quoted()
    await setTerms(bff, { dailyLimit: 100 })
    expect(await asPartner(row, (tx) => takeOfDay(tx, row))).toMatchObject({ ok: false })
    await setTerms(bff, {})
  })
})

describe('transfers.simulate of an ordinary transfer', () => {
  test('404: what is unknown, foreign or another customer’s, all with the same message', async () => {
    const stranger = await aParty(bff, 'DE', {}, bff.second)
    const unknown = 'ent_01h455vb4pex5vsknk084sn02q'
    const both = await simulated(germany, usdc, {
      fromEntityId: unknown,
      toEntityId: stranger.entityId,
    })
    expect(codeOf(both)).toEqual([404, 'ENTITY_NOT_FOUND'])
    expect(both.body.error.details.map(({ path }: AnyBody) => path)).toEqual([
      'fromEntityId',
      'toEntityId',
    ])
    for (const fromAccountId of [
      'acc_01h455vb4pex5vsknk084sn02q',
      stranger.accountId,
      spain.accountId,
    ]) {
      const { status, body } = await simulated(germany, usdc, { fromAccountId })
      expect([status, body.error.code, body.message]).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
        'This entity has no such account.',
      ])
    }
    const funding = { fromAccountId: 'fund_01h455vb4pex5vsknk084sn02q' }
    expect(codeOf(await simulated(germany, usdc, funding))).toEqual([
      404,
      'FUNDING_ACCOUNT_NOT_FOUND',
    ])
    expect(codeOf(await quote(bff, aQuote(germany, usdc), bff.second))).toEqual([
      404,
      'ENTITY_NOT_FOUND',
    ])
  })

  test('422: closed accounts and unknown rails, all named at once', async () => {
    const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
    const standing = (await simulated(from, to)).body.data.executionId
    for (const { accountId } of [from, to])
      await bff.post('/api/v1/xfer/accounts/external/disable', { accountId })
    expect((await read(standing)).status).toBe('EXPIRED')
    const closed = await simulated(from, to, { rail: 'PIGEON', depositAccountPreference: 'ACH' })
    expect(codeOf(closed)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    expect(closed.body.error.details.map(({ path }: AnyBody) => path)).toEqual([
      'fromAccountId',
      'toAccountId',
      'depositAccountPreference',
      'rail',
    ])
    const rails = { rail: 'SEPA_CREDIT', depositAccountPreference: 'SEPA_CREDIT' }
    const chosen = await simulated(germany, spain, rails)
    expect(chosen.body.data).toMatchObject({
      depositAccount: { paymentRail: 'SEPA_CREDIT' },
      quote: { fees: { txFees: { amount: 0.09 } } },
    })
  })

  test('422: both customers are verified, but for a payee that is a third party', async () => {
    const unverified = await makePerson(bff)
    const entityId = unverified
    const own = { entityId, accountId: await accountIn(bff, unverified, 'ES') }
    const both = await simulated({ entityId, accountId: own.accountId }, own)
    expect(codeOf(both)).toEqual([400, 'FIELD_INVALID'])
    const refused = await simulated(germany, own)
    expect(codeOf(refused)).toEqual([422, 'KYC_REQUIRED'])
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'toEntityId',
      kycStatus: 'NOT_STARTED',
    })
    expect(codeOf(await simulated(own, germany))).toEqual([422, 'KYC_REQUIRED'])
    const third = {
      entityId,
      accountId: await accountIn(bff, unverified, 'FR', {
        ownership: 'THIRD_PARTY',
        accountHolder: { name: 'Jean Martin', type: 'individual' },
      }),
    }
    const paid = await simulated(germany, third)
    expect(paid.status).toBe(200)
    expect(paid.body.data.counterPartyRisk.reasons).toContain('THIRD_PARTY_PAYEE')

    const elsewhere = await makeVerified(bff)
    const there = { entityId: elsewhere, accountId: await accountIn(bff, elsewhere, 'ES') }
    const { id: jurisdictionId } = await jurisdictionOf(bff, 'ES')
    const standing = (await simulated(germany, there)).body.data.executionId
    await asOperator(bff, elsewhere, (service, tx, by) =>
      service.hold(tx, by, elsewhere, { event: 'pause', reason: 'test', jurisdictionId }),
    )
    expect((await read(standing)).status).toBe('EXPIRED')
    expect(codeOf(await simulated(germany, there))).toEqual([422, 'CAPABILITY_MISSING'])
  })

  test('422: limits of a transfer and of a day, in dollars at the mid rate', async () => {
    const large = await simulated(germany, usdc, { exactAmountIn: 90_000 })
    expect(codeOf(large)).toEqual([422, 'LIMIT_TXN'])
    await setTerms(bff, { dailyLimit: 200 })
    const fits = await simulated(germany, usdc)
    expect(fits.body.data.limits.remainingDaily).toBeCloseTo(200 / 1.152, 1)
    expect(codeOf(await simulated(germany, usdc, { exactAmountIn: 180 }))).toEqual([
      422,
      'LIMIT_DAILY',
    ])
    await setTerms(bff, {})
  })

  test('quotes made while an account is disabled or a customer paused: none survives', async () => {
    const payees = await Promise.all(['ES', 'ES', 'ES', 'ES'].map((place) => aParty(bff, place)))
    for (const [i, to] of payees.entries()) {
      // The second quote of a payee is planned under its locks alone.
      await simulated(germany, to)
      const end = () =>
        i % 2 === 0
          ? bff.post('/api/v1/xfer/accounts/external/disable', { accountId: to.accountId })
          : asOperator(bff, to.entityId, (service, tx, by) =>
              service.hold(tx, by, to.entityId, { event: 'pause', reason: 'test' }),
            )
      const made = await Promise.all([simulated(germany, to), end(), simulated(germany, to)])
      for (const answer of [made[0], made[2]])
        if (answer.status === 200)
          expect((await read(answer.body.data.executionId)).status).toBe('EXPIRED')
        else expect(answer.status).toBe(422)
    }
  })

  test('nothing is stored of what is refused', async () => {
    const count = () =>
      bff.deps.db.asWorker(async (tx) => {
        const tables = ['transfer', 'deposit_target', 'transaction_claim', 'event'] as const
        const found = []
        for (const table of tables)
          found.push(
            await tx
              .selectFrom(table)
              .select((eb) => eb.fn.countAll().as('n'))
              .execute(),
          )
        return found
      })
    const before = await count()
    for (const change of [{ exactAmountIn: 0.5 }, { rail: 'PIGEON' }, { exactAmountIn: 90_000 }])
      expect((await simulated(germany, usdc, change)).status).toBeGreaterThanOrEqual(400)
    expect(await count()).toEqual(before)
  })

  test('503: no quote rests on rates that are too old', async () => {
    const { rates } = bff.deps
    const late = { midRate: () => ({ ok: false as const, failure: 'RATES_STALE' as const }) }
    Object.assign(bff.deps, { rates: late })
    const refused = await simulated(germany, usdc)
    Object.assign(bff.deps, { rates })
    expect(codeOf(refused)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(refused.headers.get('retry-after')).toBe('60')
  })
})

test('a deposit that differs continues at the quoted rate and terms', async () => {
  await setTerms(bff, { partnerFeeBps: 100 })
  const row = await quoted({ exactAmountIn: 200 })
  await setTerms(bff, {})
  const same = requote(row, row.amount_in)
  expect(same).toMatchObject({
    value: { outAmount: { minor: row.amount_out }, partnerFees: { minor: row.partner_fees } },
  })
  const less = requote(row, 19_900n)
  expect(less.ok && less.value.outAmount.minor < row.amount_out).toBe(true)
  expect(less).toMatchObject({
    value: { inAmount: { minor: 19_900n }, partnerFees: { minor: 199n } },
  })
  expect(requote(row, 100n)).toEqual(fail('TOO_SMALL'))
})
