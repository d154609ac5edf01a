import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  detailOf,
  draw,
  eventsOf,
  frameOf,
  fundOperational,
  payFee,
  quoteFrame,
  quoteReplenish,
  replenish,
  transactions,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makeFinal, makeKey, makePayer, type Payer } from '../../../test/support/money/payments.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'

// More than the chain mines by itself within a test.
const bff = sharedBff({ DEV_CHAIN_FINALITY: '40' })
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
  await fundOperational(bff, 1_000)
  await makeFinal(bff)
})
afterEach(() => expectConsistent(bff))

const notFinal = 'The fee transaction is not final yet. The frame is accepted as soon as it is.'
const quoted = async (amount = 10_000): Promise<AnyBody> =>
  (await quoteFrame(bff, { amount })).body.data
const paymentOf = async (hash: string): Promise<AnyBody> =>
  (await bff.get(`${transactions}/payments?limit=200`)).body.data.find(
    ({ transactionHash }: AnyBody) => transactionHash === hash,
  )
const ended = (id: string) =>
  until(async () => {
    const frame = await frameOf(bff, id)
    return frame.status === 'PENDING_CONFIRMATION' ? undefined : frame
  })

describe('a fee in a block that is not final', () => {
  test('accepts its frame once it is', async () => {
    const frame = await quoted()
    const hash = await payFee(bff, payer, frame, { isFresh: true })
    expect((await accept(bff, frame.id, hash)).body).toEqual({ success: true, message: notFinal })
    expect((await frameOf(bff, frame.id)).status).toBe('PENDING_CONFIRMATION')
    expect(await paymentOf(hash)).toBeUndefined()
    await makeFinal(bff)
    expect(await ended(frame.id)).toMatchObject({ status: 'ACCEPTED', feeTxnHash: hash })
    expect(await paymentOf(hash)).toMatchObject({ status: 'RESERVE_FEE', subjectId: frame.id })
  })

  test.each<[string, Parameters<typeof payFee>[3]]>([
    ['too little', { amount: 4_320_000n }],
    ['another token', { token: 1, amount: 10n ** 19n }],
    ['somebody else', { to: makeKey().address }],
  ])('rejects its frame where it pays %s, and its hash is free again', async (_, wrong) => {
    const frame = await quoted()
    const hash = await payFee(bff, payer, frame, { ...wrong, isFresh: true })
    expect((await accept(bff, frame.id, hash)).body.message).toBe(notFinal)
    await makeFinal(bff)
    expect(await ended(frame.id)).toMatchObject({
      status: 'REJECTED',
      misc: { rejectedReason: 'FEE_TXN_MISMATCH' },
    })
    const cheaper = await quoted(5_000)
    const again = await accept(bff, cheaper.id, hash)
    if (wrong?.amount === 4_320_000n) expect(again.status).toBe(200)
    else expect(codeOf(again)).toEqual([400, 'FEE_TXN_MISMATCH'])
  })
})

describe('a drawing and its repayment', () => {
  test('are done once their blocks are final: BROADCAST and CONFIRMING until then', async () => {
    const { ltxId } = (await draw(bff)).body.data
    const drawingIn = (status: string): Promise<AnyBody> =>
      until(async () => {
        const drawing = await detailOf(bff, ltxId)
        return drawing.status === status ? drawing : undefined
      })
    const sent = await drawingIn('BROADCAST')
    expect(sent).toMatchObject({ originalTxnHash: expect.stringMatching(/^0x/), feeAccrued: 0 })
    const early = await quoteReplenish(bff, sent.originalTxnHash)
    expect(codeOf(early)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await until(async () => {
      await makeFinal(bff)
      return (await detailOf(bff, ltxId)).status === 'DISBURSED' ? true : undefined
    })
    const quote = (await quoteReplenish(bff, sent.originalTxnHash)).body.data
    const { originalTxnHash, totalReplenishAmount } = quote
    const asked = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
    const started = await bff.post(`${replenish}/transaction/initiate`, asked)
    const { replenishmentId } = started.body.data
    const statusOf = async () =>
      (await bff.get(`${replenish}/transaction/${replenishmentId}`)).body.data.txnStatus
    await until(async () => ((await statusOf()) === 'CONFIRMING' ? true : undefined))
    expect((await detailOf(bff, ltxId)).status).toBe('DISBURSED')
    await until(async () => {
      await makeFinal(bff)
      return (await statusOf()) === 'COMPLETED' ? true : undefined
    })
    expect((await detailOf(bff, ltxId)).status).toBe('REPLENISHED')
    expect(await eventsOf(bff, 'replenishment', replenishmentId, { upTo: 'completed' })).toEqual([
      'initiated pending >PENDING',
      'transitioned confirming PENDING>CONFIRMING',
      'transitioned completed CONFIRMING>COMPLETED',
    ])
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'reserve.transitioned': 'pending_confirmation accepted rejected',
    'liquidity_transaction.transitioned': 'broadcast disbursed replenished',
    'replenishment.transitioned': 'confirming completed',
  })
})
