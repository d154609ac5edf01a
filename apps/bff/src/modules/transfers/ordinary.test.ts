import { Transfer } from '@corridor/contract'
import { stampWithApiKey } from '@corridor/signing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, aQuote, quote, setTerms, type Side } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  aQuoteOf,
  paidIn,
  readTransfer,
  started,
  stepsOf,
  takeUp,
  eventTypesOf,
} from '../../../test/support/money/ordinary-flow.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  tokens,
  transferPath,
  until,
} from '../../../test/support/money/wallets.ts'

const bff = ownBff()
let germany: Side
let spain: Side
let usdc: Side
beforeAll(async () => {
  const [token] = await tokens(bff)
  const [a, b, c] = await Promise.all(
    ['DE', 'ES', token?.id ?? ''].map((place) => aParty(bff, place)),
  )
  if (!a || !b || !c) throw new Error('no parties')
  ;[germany, spain, usdc] = [a, b, c]
})
afterEach(() => expectConsistent(bff))

const execute = (body: object, partner = bff.first) => bff.post(transferPath, body, {}, partner)

describe('transfers.execute of an ordinary quote', () => {
  test('200: from bank to bank, from the quote to the payee, with every step published', async () => {
    const quoted = await aQuoteOf(bff, germany, spain, { reference: 'Invoice 7' })
    const answer = await execute(takeUp(quoted))
    expect(answer.status).toBe(200)
    const { executionId } = quoted
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.stringMatching(/./),
      data: {
        executionId,
        status: 'PENDING',
        depositAccount: quoted.depositAccount,
        nextAction: 'SEND_FUNDS',
      },
    })
    const waiting = await readTransfer(bff, executionId)
    expect(Transfer.safeParse(waiting).error).toBeUndefined()
    expect(waiting).toMatchObject({
      status: 'PENDING',
      eventStatus: 'awaiting_funds',
      allowedActions: ['cancel'],
      from: { account: { bankIban: expect.stringMatching(/^••••\d{4}$/) } },
      to: { account: { bankIban: expect.stringMatching(/^••••\d{4}$/) } },
      depositAccount: quoted.depositAccount,
      reference: 'Invoice 7',
      refundOf: '',
      refunds: [],
    })
    expect(stepsOf(waiting)).toMatchObject({
      quote_locked: 'completed',
      approval: 'skipped',
      deposit_received: 'waiting',
      compliance_check: 'pending',
    })
    const paid = await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done).toMatchObject({
      eventStatus: 'payment_processed',
      depositId: paid.body.data.depositId,
      completedAt: expect.any(String),
      allowedActions: ['refund'],
    })
    expect(Object.values(stepsOf(done))).toEqual(
      Object.keys(stepsOf(done)).map((name) => (name === 'approval' ? 'skipped' : 'completed')),
    )
    expect(done.amountReceived).toBeUndefined()
    expect(await eventTypesOf(bff, executionId)).toEqual([
      'initiated quoted:  → QUOTED',
      'transitioned awaiting_funds: QUOTED → PENDING',
      'transitioned funds_received: PENDING → PROCESSING',
      'transitioned converted: PROCESSING → PROCESSING',
      'transitioned payment_submitted: PROCESSING → PROCESSING',
      'transitioned payment_processed: PROCESSING → COMPLETED',
    ])
  })

  test('200: the text of the acknowledgement does as well as its version', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const { text } = quoted.transferAcknowledgement
    const answer = await execute({ ...takeUp(quoted), transferAcknowledgement: text })
    expect(answer.status).toBe(200)
  })

  test('200: members of the other variant are named and not read', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const answer = await execute({ ...takeUp(quoted), payloadSignature: 'x', other: 1 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ignored-fields')).toBe('other, payloadSignature')

    const [from, to] = await Promise.all([makeWallet(bff), makeWallet(bff)])
    await fund(bff, from, 30)
    const simulated = (await bff.post(simulatePath, aTransfer(from, to))).body
    const payloadSignature = stampWithApiKey(simulated.payloadToSign, from.key)
    const signed = await execute({
      executionId: simulated.executionId,
      payloadSignature,
      signatureType: 'ApiKey',
      transferAcknowledgement: 'as you like',
      counterPartyRiskAcknowledged: true,
      verificationCode: '123456',
    })
    expect(signed.status).toBe(200)
    expect(signed.headers.get('x-ignored-fields')).toBe(
      'counterPartyRiskAcknowledged, verificationCode',
    )
    const bare = await execute({ executionId: simulated.executionId })
    expect(codeOf(bare)).toEqual([400, 'FIELD_REQUIRED'])
    expect(bare.body.error.details.map(({ path }: AnyBody) => path)).toEqual([
      'payloadSignature',
      'signatureType',
    ])
  })

  test('400: the acknowledgement is missing or of another text; the quote stays', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const { executionId } = quoted
    for (const transferAcknowledgement of [undefined, '', 'I agree'])
      expect(codeOf(await execute({ executionId, transferAcknowledgement }))).toEqual([
        400,
        'ACKNOWLEDGEMENT_REQUIRED',
      ])
    expect((await readTransfer(bff, executionId)).status).toBe('QUOTED')
  })

  test('400: a risk that the quote names must be accepted, and a code that it asks for submitted', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    await bff.deps.db.asWorker((tx) =>
      tx
        .updateTable('transfer')
        .set((row) => ({
          quote: row.fn('jsonb_set', [
            row.fn('jsonb_set', [
              'quote',
              row.val('{risk,acknowledgementRequired}'),
              row.val('true'),
            ]),
            row.val('{verificationRequired}'),
            row.val('true'),
          ]),
        }))
        .where('transaction_id', '=', quoted.transactionId)
        .execute(),
    )
    const { executionId } = quoted
    const answer = await execute({ ...takeUp(quoted), counterPartyRiskAcknowledged: false })
    expect(codeOf(answer)).toEqual([400, 'FIELD_REQUIRED'])
    expect(answer.body.error.details.map(({ path }: AnyBody) => path)).toEqual([
      'counterPartyRiskAcknowledged',
      'verificationCode',
    ])
    // No code was sent for it.
    const tried = await execute({ ...takeUp(quoted), verificationCode: '123456' })
    expect(codeOf(tried)).toEqual([401, 'OTP_EXPIRED'])
    expect((await readTransfer(bff, executionId)).status).toBe('QUOTED')
  })

  test('404: an unknown execution, and another partner’s', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const unknown = { ...takeUp(quoted), executionId: `exec_${'0'.repeat(26)}` }
    const foreign = await execute(takeUp(quoted), bff.second)
    expect(codeOf(foreign)).toEqual([404, 'TRANSFER_NOT_FOUND'])
    const other = (await execute(unknown)).body
    expect({ ...foreign.body, error: { ...foreign.body.error, requestId: '' } }).toEqual({
      ...other,
      error: { ...other.error, requestId: '' },
    })
  })

  test('409: it is executed once', async () => {
    const { executionId, ...quoted } = await started(bff, germany, spain)
    const again = await execute({ ...takeUp(quoted), executionId })
    expect(codeOf(again)).toEqual([409, 'EXECUTION_ALREADY_EXECUTED'])
    expect(again.body.error.details[0].existingId).toBe(executionId)
  })

  test('422: the day’s limit is judged where it is used, not only where it is shown', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    await setTerms(bff, { dailyLimit: 0 })
    expect(codeOf(await execute(takeUp(quoted)))).toEqual([422, 'LIMIT_DAILY'])
    expect((await readTransfer(bff, quoted.executionId)).status).toBe('QUOTED')
    await setTerms(bff, {})
    expect((await execute(takeUp(quoted))).status).toBe(200)
  })

  test('422: an account was disabled meanwhile', async () => {
    const payee = await aParty(bff, 'ES')
    const quoted = await aQuoteOf(bff, germany, payee)
    await bff.post(`/api/v1/xfer/accounts/external/disable`, { accountId: payee.accountId })
    expect(codeOf(await execute(takeUp(quoted)))).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
  })
})

describe('an ordinary transfer in every direction', () => {
  test('on-ramp: money that arrives at the bank pays tokens out, once, on the chain', async () => {
    const { executionId, quote: offered } = await started(bff, germany, usdc)
    await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.direction).toBe('ON_RAMP')
    expect(done.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(done.to.wallet.walletAddress).toMatch(/^0x/)
    const listed = await bff.get(`/api/v1/xfer/transaction/transfers?hash=${done.transactionHash}`)
    expect(listed.body.data.map((body: AnyBody) => body.executionId)).toEqual([executionId])
    expect(done.to.amount).toBe(offered.outAmount.amount)
  })

  test('off-ramp: tokens that arrive on the chain pay a bank account', async () => {
    const { executionId } = await started(bff, usdc, spain)
    expect((await readTransfer(bff, executionId)).depositAccount.depositWalletAddress).toMatch(
      /^0x/,
    )
    await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.direction).toBe('OFF_RAMP')
    expect(stepsOf(done)).toMatchObject({
      deposit_detected: 'completed',
      deposit_confirmed: 'completed',
      payout_confirmed: 'completed',
    })
  })
})

describe('money that differs from what was asked for', () => {
  test('within half a percent the transfer continues with it, at the quoted rate', async () => {
    const { executionId, quote: offered } = await started(bff, germany, spain)
    await paidIn(bff, executionId, { amount: 99.6 })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.amountReceived).toEqual({ amount: 99.6, currency: 'EUR' })
    const fees = done.fees.totalFees.amount
    expect(done.from.amount).toBe(99.6)
    expect(done.to.amount).toBeLessThan(offered.outAmount.amount)
    expect(Math.abs(done.to.amount - (99.6 - fees) * done.exchangeRate)).toBeLessThanOrEqual(0.01)
  })

  test('money that came before the quote was taken up pays it afterwards', async () => {
    const quoted = await aQuoteOf(bff, germany, spain)
    const { bankBic, bankCountry, bankIban, bankRoutingNumber, reference } = quoted.depositAccount
    await bff.deps.bank.sandbox?.credit({
      entryId: `early of ${quoted.executionId}`,
      countryCode: bankCountry,
      routingNumber: bankRoutingNumber || bankBic,
      accountNumber: bankIban,
      currency: 'EUR',
      minor: 10_000n,
      scale: 2,
      sender: { name: 'Whoever Pays', account: '' },
      reference,
    })
    bff.deps.wake.notify('bank')
    while ((await eventTypesOf(bff, quoted.executionId, 'payin_deposit')).length === 0);
    expect((await readTransfer(bff, quoted.executionId)).status).toBe('QUOTED')
    await execute(takeUp(quoted))
    await until(bff, quoted.executionId, 'COMPLETED')
  })

  test('too little waits for a decision; the rest completes it without one', async () => {
    const { executionId } = await started(bff, germany, spain)
    await paidIn(bff, executionId, { amount: 60 })
    const held = await readTransfer(bff, executionId)
    expect(held).toMatchObject({
      status: 'IN_REVIEW',
      eventStatus: 'in_review',
      amountReceived: { amount: 60, currency: 'EUR' },
    })
    expect(stepsOf(held)).toMatchObject({ deposit_received: 'waiting' })
    await paidIn(bff, executionId, { amount: 40 })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done.amountReceived).toBeUndefined()
    expect(done.to.amount).toBeGreaterThan(90)
  })

  test('money that comes twice, late or for a cancelled transfer is held apart', async () => {
    const [twice, late, cancelled] = await Promise.all([
      started(bff, germany, spain),
      started(bff, germany, spain),
      started(bff, germany, spain),
    ])
    await paidIn(bff, twice.executionId)
    await until(bff, twice.executionId, 'COMPLETED')
    expect((await paidIn(bff, twice.executionId)).body.data).toMatchObject({ status: 'HELD' })
    await bff.post('/api/v1/xfer/transaction/cancel', { executionId: cancelled.executionId })
    expect((await paidIn(bff, cancelled.executionId)).body.data).toMatchObject({ status: 'HELD' })

    await advanceClock(bff, 10 * 86_400)
    const expired = await readTransfer(bff, late.executionId)
    expect(expired).toMatchObject({
      status: 'EXPIRED',
      eventStatus: 'expired',
      failure: { code: 'FUNDING_TIMEOUT' },
      allowedActions: [],
    })
    expect((await paidIn(bff, late.executionId)).body.data).toMatchObject({ status: 'HELD' })
    await until(bff, late.executionId, 'EXPIRED')
    expect(await eventTypesOf(bff, late.executionId, 'payin_deposit')).toEqual([
      'action_required held: EXPIRED → EXPIRED',
    ])
    expect(Object.values(stepsOf(await readTransfer(bff, late.executionId)))).toContain('cancelled')
  })
})

describe('screening', () => {
  test('a listed name stops the transfer until a person decides', async () => {
    const { executionId } = await started(bff, germany, spain)
    await paidIn(bff, executionId, { senderName: 'Osama bin Laden' })
    const held = await until(bff, executionId, 'IN_REVIEW')
    expect(stepsOf(held)).toMatchObject({ compliance_check: 'waiting', conversion: 'pending' })
    // Whoever paid is on the record beside the customer in whose name it was quoted.
    expect(held.parties).toEqual({ payer: 'Osama bin Laden', payee: held.to.fullName })
    expect(held.from.fullName).not.toBe(held.parties.payer)
    const found = await bff.get('/api/v1/xfer/transaction/transfers?q=osama%20bin')
    expect(found.body.data.map((body: AnyBody) => body.executionId)).toContain(executionId)
    const approved = await bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, {
      decision: 'APPROVED',
    })
    expect(approved.status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
  })
})

test('an unused quote of an ordinary transfer expires', async () => {
  const answer = await quote(bff, aQuote(germany, spain))
  await advanceClock(bff, 301)
  expect(codeOf(await execute(takeUp(answer.body.data)))).toEqual([400, 'QUOTE_EXPIRED'])
})
