import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { rolledBack } from '../../../test/support/money/ledger.ts'
import {
  acceptedFrame,
  advance,
  detailOf,
  draw,
  drawn,
  frameOf,
  quoteFrame,
  quoteReplenish,
  transactions,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makePayer } from '../../../test/support/money/payments.ts'
import type { Breach } from './breaches.ts'
import { liquidityInvariants } from './verify-liquidity.ts'

const bff = ownBff()
const payTest = (body: object) => bff.post('/api/v1/sandbox/liquidity/pay', body)

let admin: Client
beforeAll(async () => {
  admin = new Client({ connectionString: bff.adminUrl })
  await admin.connect()
  await insertEveryKind()
})
afterAll(() => admin.end())

/** A frame of every kind whose fee is booked, and a drawing of every state that holds principal. */
async function insertEveryKind(): Promise<void> {
  const payer = await makePayer(bff)
  const active = await acceptedFrame(bff, payer, { amount: 5_000, hours: 200 })
  const upcoming = await acceptedFrame(bff, payer, { amount: 700, inHours: 100, hours: 5 })
  await acceptedFrame(bff, payer, { amount: 600, hours: 2 })
  const cancelled = await acceptedFrame(bff, payer, { amount: 800, inHours: 90, hours: 5 })
  await bff.post(`${transactions}/reserve/cancel`, { reserveFrameId: cancelled.id })
  await draw(bff, { amount: 70, reserveFrameId: upcoming.id, transferMode: 'SCHEDULED' })
  await drawn(bff, { amount: 300, reserveFrameId: active.id })
  const whole = await drawn(bff, { amount: 200 })
  const part = await drawn(bff, { amount: 400 })
  const given = await drawn(bff, { amount: 50, expectedRepaymentAt: await inAnHour() })
  await fulfilled(whole)
  const quote = (await quoteReplenish(bff, part.originalTxnHash)).body.data
  await fulfilled(part, quote.totalReplenishAmount - 100)
  const { data: unpaid } = (await quoteFrame(bff, { amount: 1_000 })).body
  await payTest({ purpose: 'RESERVE_FEE', id: unpaid.id })
  await advance(bff, 3 * 3_600)
  await until(async () =>
    (await detailOf(bff, given.ltxId)).status === 'OVERDUE' ? true : undefined,
  )
  await until(async () =>
    (await frameOf(bff, cancelled.id)).misc.refund.status === 'PAID' ? true : undefined,
  )
}

const inAnHour = async () => {
  const { body } = await bff.get('/api/v1/sandbox/clock')
  return new Date(Date.parse(body.data.now) + 3_600_000).toISOString()
}

/** States the whole payment of a quote, of which so much comes by bank. */
async function fulfilled(drawing: AnyBody, amount?: number): Promise<void> {
  const quote = (await quoteReplenish(bff, drawing.originalTxnHash)).body.data
  await bff.post(`${transactions}/quote/fulfilled`, {
    quoteId: quote.quoteId,
    amount: quote.totalReplenishAmount,
    transactionReference: { accountNumber: '1', accountName: 'Partner' },
    fulfillmentType: 'PRINCIPAL_AND_FEE',
  })
  const sum = amount === undefined ? {} : { amount: Math.round(amount * 100) / 100 }
  await payTest({ purpose: 'REPAYMENT', id: quote.quoteId, by: 'BANK', ...sum })
}

test('what was booked and written by the service holds', async () => {
  const { rows } = await admin.query<{ status: string }>(
    'select distinct status from liquidity_transaction order by 1',
  )
  expect(rows.map(({ status }) => status)).toEqual([
    'DISBURSED',
    'INITIATED',
    'OVERDUE',
    'PARTIALLY_REPLENISHED',
    'REPLENISHED',
  ])
  await expectConsistent(bff)
})

const principal = 'the principal of a drawing is booked as what it owes'
const ended = 'a drawing that has ended owes nothing, and one that was not paid out repaid nothing'
const borrowed = 'what a credit line has borrowed is owed on its drawings'
const inFrame = 'what is drawn of a reserve frame is owed on its drawings'
const fee = 'the fee of a reserve frame is deferred until it ends or is paid back'
const suspense = 'a payment to a credit line is in suspense while it pays for nothing'
const mined = 'each drawing that was mined is one that did not fail'
const moved = 'a drawing that was disbursed moved its tokens once'
const after = 'a drawing was disbursed in the states after its payment, and only then'
const once = 'a payment to a credit line is what its transaction moved to the deposit wallet, once'
const sumOfQuote = 'what was fulfilled of a quote is the sum of its fulfilments, at most its total'
const received = 'what a replenishment received is its fee, principal and surplus'
const brought = 'what was repaid of a drawing is what its replenishments brought'

const drawing = (status: string, set: string) =>
  `update liquidity_transaction set ${set} where status = '${status}'`
const frame = (where: string, set: string) => `update reserve_frame set ${set} where ${where}`
const posting = (code: string, set: string) => `update posting set ${set} where code = '${code}'`

// What is done to the records behind the service's back, and the rule that no longer holds.
describe('the ledger’s check finds that not', () => {
  test.each([
    [principal, drawing('DISBURSED', 'amount = amount + 1')],
    [principal, drawing('PARTIALLY_REPLENISHED', 'repaid = repaid + 1')],
    [principal, drawing('DISBURSED', `status = 'REPLENISHED'`)],
    [principal, drawing('OVERDUE', `status = 'FAILED'`)],
    [principal, drawing('DISBURSED', `status = 'BROADCAST'`)],
    [principal, drawing('INITIATED', 'ordered_at = created_at')],
    [principal, posting('principal', 'amount = amount - 1')],
    [principal, posting('disbursement', `kind = 'single', pending_id = null`)],
    [principal, `delete from posting_resolution`],
    [ended, drawing('REPLENISHED', 'repaid = repaid - 1')],
    [ended, drawing('OVERDUE', `status = 'WRITTEN_OFF'`)],
    [ended, drawing('DISBURSED', 'written_off = 1')],
    [ended, drawing('INITIATED', 'fee_paid = 1')],
    [borrowed, 'update liquidity_line set borrowed = borrowed + 1'],
    [borrowed, drawing('DISBURSED', `status = 'FAILED'`)],
    [inFrame, frame('drawn > 0', 'drawn = drawn - 1')],
    [inFrame, frame('scheduled > 0', 'scheduled = scheduled - 1')],
    [inFrame, drawing('DISBURSED', 'frame_id = null')],
    [fee, frame(`published_phase = 'ACTIVE'`, `published_phase = 'ENDED'`)],
    [fee, frame(`published_phase = 'ENDED'`, `published_phase = 'ACTIVE'`)],
    [fee, frame(`published_phase = 'ACTIVE'`, `status = 'REJECTED'`)],
    [fee, frame(`refund_status = 'PAID'`, `refund_status = 'PENDING'`)],
    [fee, frame(`published_phase = 'ACTIVE'`, 'fee = fee + 1')],
    [suspense, `update liquidity_payment set amount = amount + 1 where status = 'UNMATCHED'`],
    [suspense, `update liquidity_payment set status = 'UNMATCHED' where status = 'REPAYMENT'`],
    [suspense, `update liquidity_payment set status = 'CREDITED' where status = 'UNMATCHED'`],
    [mined, drawing('DISBURSED', `status = 'REJECTED'`)],
    [mined, `delete from liquidity_transaction where status = 'DISBURSED'`],
  ])('%s: %s', async (rule, change) => {
    const found = await broken(change, async () => {
      const { rows } = await admin.query<Breach>('select * from ledger_breaches()')
      return rows
    })
    expect(found.map((breach) => breach.rule)).toContain(rule)
    expect(found.map(({ place }) => place)).not.toContain(null)
  })
})

describe('the verification finds that not', () => {
  test.each([
    [moved, `delete from token_transfer`],
    [moved, `update token_transfer set amount = amount + 1`],
    [
      moved,
      `update chain_order set subject = gen_random_uuid()::text where purpose = 'disbursement'`,
    ],
    [
      moved,
      `insert into token_transfer (chain_id, hash, log_index, block_number, block_hash, block_time,
         token, from_address, to_address, amount)
       select chain_id, hash, log_index + 1000, block_number, block_hash, block_time, token,
         from_address, to_address, amount from token_transfer`,
    ],
    [after, drawing('DISBURSED', `status = 'BROADCAST'`)],
    [after, drawing('OVERDUE', 'disbursed_at = null')],
    [once, `update liquidity_payment set amount = amount + 1 where source = 'CHAIN'`],
    [once, `delete from token_transfer`],
    [
      once,
      `drop index liquidity_payment_log;
       insert into liquidity_payment (partner_id, id, source, status, jurisdiction_id, currency, scale,
         amount, chain_id, hash, token, payer, received_at, updated_at, version)
       select partner_id, gen_random_uuid(), source, status, jurisdiction_id, currency, scale, amount,
         chain_id, hash, token, payer, received_at, updated_at, 1
       from liquidity_payment where source = 'CHAIN'`,
    ],
    [sumOfQuote, 'update replenish_quote set fulfilled = fulfilled - 1 where fulfilled > 0'],
    [sumOfQuote, 'update fulfilment set amount = amount - 1'],
    [sumOfQuote, 'delete from fulfilment'],
    [received, 'update replenishment set received = received + 1'],
    [received, `update replenishment set status = 'PARTIAL'`],
    [received, `update replenishment set status = 'COMPLETED' where status = 'PARTIAL'`],
    [brought, drawing('PARTIALLY_REPLENISHED', 'repaid = repaid - 1')],
    [brought, drawing('REPLENISHED', 'fee_paid = fee_paid + 1')],
    [brought, 'delete from replenishment'],
  ])('%s: %s', async (rule, change) => {
    const { breaches } = liquidityInvariants.find(({ name }) => name === rule) ?? { breaches: '' }
    const places = await broken(change, async () => {
      const { rows } = await admin.query<{ place: string }>(breaches)
      return rows.map(({ place }) => place)
    })
    expect(places).not.toEqual([])
    expect(places).not.toContain(null)
  })
})

const broken = <T>(change: string, look: () => Promise<T>): Promise<T> =>
  rolledBack(admin, async () => {
    await admin.query('set local session_replication_role = replica')
    await admin.query(change)
    return look()
  })
