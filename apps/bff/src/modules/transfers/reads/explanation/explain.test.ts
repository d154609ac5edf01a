import { parseId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { plantCopies } from '../../../../../test/support/database/planted-transfers.ts'
import { codeOf } from '../../../../../test/support/money/funding.ts'
import { setTerms } from '../../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  aQuoteOf,
  paidIn,
  readTransfer,
  started,
} from '../../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution,
} from '../../../../../test/support/money/ordinary-site.ts'
import { payTo, untilDeposit } from '../../../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../../../test/support/money/payin-routes.ts'
import {
  fund,
  makeWallet,
  transfer,
  transferPath,
  until,
} from '../../../../../test/support/money/wallets.ts'
import { aMember } from '../../../../../test/support/people/acting.ts'
import { resumePayouts, haltPayouts } from '../../../../records/ledger/halts.ts'
import { type AnyBody, ownBff } from '../../../../../test/support/process/bff.ts'

const bff = ownBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => setTerms(bff, {}))

const nobody = { senderName: '', senderAccount: '' }
const explain = (executionId: string) => bff.get(`${transferPath}/${executionId}/explanation`)
const minor = (value: number | string) => Math.round(Number(value) * 1_000_000)

/** Reads an explanation and compares each of its amounts with the postings that it is about. */
async function explained(executionId: string): Promise<Record<string, AnyBody>> {
  const { status, body } = await explain(executionId)
  expect(status).toBe(200)
  const { data } = await bff.get(`${transferPath}/${executionId}/timeline`).then((got) => got.body)
  const ledger: AnyBody[] = data.ledger
  const total = (codes: string[], kinds: string[] = ['single', 'post']) =>
    ledger
      .filter(({ code, kind, debit }) => codes.includes(code) && kinds.includes(kind) && debit > 0)
      .reduce((sum, { debit }) => sum + minor(debit), 0)
  const ordered = (code: string) =>
    total([code], ['pending']) - total([code], ['post']) - total([code], ['void'])
  const refunds: AnyBody[] = await Promise.all(
    (await readTransfer(bff, executionId)).refunds.map((id: string) => readTransfer(bff, id)),
  )
  const own = ledger.filter(
    ({ account, kind }) => account.startsWith('transfer_clearing') && !/pending|void/.test(kind),
  )
  const held = own.reduce((sum, { credit, debit }) => sum + minor(credit) - minor(debit), 0)
  const surplus = refunds
    .filter(({ createdAt }) => createdAt > own[0]?.at)
    .reduce((sum, { from }) => sum + minor(from.amount), 0)
  const expected: Record<string, number> = {
    RECEIVED_EXACT: total(['deposit']),
    RECEIVED_SHORT: total(['deposit']),
    RECEIVED_OVER: total(['deposit']),
    PAID: total(['payout'], ['post']),
    PAYOUT_SENT: ordered('payout'),
    PAYOUT_REFUSED: total(['payout'], ['void']),
    REFUND_SENT: ordered('refund'),
    REFUNDED: total(['refund'], ['post']),
    MOVED: total(['transfer']),
    WITH_PAYEE: total(['payout'], ['post']) + total(['transfer']),
    TO_PAYEE: ordered('payout'),
    TO_PAYER: ordered('refund'),
    WITH_PAYER: total(['refund'], ['post']),
    WITH_SERVICE: held - ordered('payout') - ordered('refund') - surplus,
    SURPLUS: surplus,
  }
  const found: Record<string, AnyBody> = {}
  for (const sentence of body.data.sentences) {
    found[sentence.code] = sentence
    const { code, values } = sentence
    if (code in expected && values.amount)
      expect([code, minor(values.amount.value)]).toEqual([code, expected[code]])
    if (code === 'FEES') {
      const codes = ['partner_fees', 'svc_fees', 'tx_fees']
      const parts = [values.partner, values.service, values.transaction]
      expect(parts.map(({ value }: AnyBody) => minor(value))).toEqual(
        codes.map((name) => total([name]) - total([`${name}_reversal`])),
      )
      expect(minor(values.total.value)).toBe(
        parts.reduce((sum: number, { value }: AnyBody) => sum + minor(value), 0),
      )
    }
    if (code === 'CONVERTED') {
      expect(minor(values.in.value)).toBe(total(['fx_in']))
      expect(minor(values.out.value)).toBe(total(['fx_out']))
    }
    for (const { value, kind } of Object.values<AnyBody>(values))
      if (kind === 'amount') expect(sentence.text).toContain(value.split('.')[0].slice(-3))
  }
  // Money that is booked is shown somewhere.
  for (const [code, sum] of Object.entries(expected))
    if (sum > 0 && /^(TO_|WITH_SERVICE|PAID|REFUNDED|MOVED)/.test(code))
      expect(Object.keys(found)).toContain(code)
  return { ...found, data: body.data }
}
const codes = (found: object) => Object.keys(found)

describe('transfers.explain', () => {
  test('200: a completed bank transfer: what came, what it cost, who has it', async () => {
    const executionId = await site.paid(site.germany, site.usdc)
    await until(bff, executionId, 'COMPLETED')
    const found = await explained(executionId)
    expect(codes(found)).toEqual(
      expect.arrayContaining(['QUOTED', 'ACCEPTED', 'RECEIVED_EXACT', 'CONVERTED', 'PAID', 'FEES']),
    )
    expect(found['RECEIVED_EXACT'].text).toMatch(
      /^100\.00 EUR arrived \d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC, exactly as quoted\.$/,
    )
    expect(codes(found)).toContain('WITH_PAYEE')
    expect(codes(found)).not.toContain('WITH_SERVICE')
    const { supportText, payerText } = found['data']
    expect(supportText).toContain(executionId)
    expect(payerText).not.toContain(executionId)
  })

  test('200: between wallets', async () => {
    const [from, to] = [await makeWallet(bff), await makeWallet(bff)]
    await fund(bff, from, 100)
    const executionId = await transfer(bff, from, to)
    await until(bff, executionId, 'COMPLETED')
    expect(codes(await explained(executionId))).toEqual(
      expect.arrayContaining(['MOVED', 'WITH_PAYEE']),
    )
  })

  test('200: quoted, then waiting for funds, then expired', async () => {
    const quoted = await aQuoteOf(bff, site.germany, site.spain)
    expect(codes(await explained(quoted.executionId))).toEqual(
      expect.arrayContaining(['FEES_AGREED', 'WITH_SENDER', 'AWAITS_ACCEPTANCE', 'CAN_SUBMIT']),
    )
    const { executionId } = await started(bff, site.germany, site.spain)
    const waiting = await explained(executionId)
    expect(waiting['AWAITS_FUNDS'].text).toMatch(/^Waiting for 100\.00 EUR from the payer until /)
    expect(codes(waiting)).toContain('CAN_CANCEL')
    await advanceClock(bff, 40 * 24 * 3600)
    await until(bff, executionId, 'EXPIRED')
    expect(codes(await explained(executionId))).toEqual(
      expect.arrayContaining(['EXPIRED', 'WITH_SENDER', 'NOTHING']),
    )
  })

  test('200: waiting for approval, then approved by name, which the payer does not read', async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const { executionId } = await started(bff, site.germany, site.spain)
    const waiting = await explained(executionId)
    expect(waiting['AWAITS_APPROVAL'].values.left.value).toBe('1')
    const checker = await aMember(bff, 'treasury')
    const body = { executionId, decision: 'APPROVED', comment: 'fine' }
    expect((await checker.post('/api/v1/xfer/transaction/approval', body)).status).toBe(200)
    const found = await explained(executionId)
    expect(found['APPROVED'].text).toContain('treasury ')
    expect(found['data'].supportText).toContain('treasury ')
    expect(found['data'].payerText).not.toContain('treasury ')
  })

  test('200: too little, held with a reason, then sent back', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 60 })
    const held = await explained(executionId)
    expect(held['RECEIVED_SHORT'].text).toContain('40.00 EUR less than the 100.00 EUR quoted')
    expect(codes(held)).toEqual(
      expect.arrayContaining([
        'HELD',
        'HELD_BECAUSE',
        'WITH_SERVICE',
        'AWAITS_DECISION',
        'CAN_RESOLVE',
      ]),
    )
    expect(held['data'].payerText).not.toContain('less arrived than was quoted')
    await bff.post(`${transferPath}/${executionId}/resolve`, { action: 'RETURN' })
    await until(bff, executionId, 'REFUNDED')
    const back = await explained(executionId)
    expect(codes(back)).toEqual(
      expect.arrayContaining(['WAS_HELD', 'HOLD_DECIDED', 'REFUNDED', 'WITH_PAYER']),
    )
    expect(codes(back)).not.toContain('WITH_SERVICE')
  })

  test('200: too much: the quote is paid, the rest goes back', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 130, ...nobody })
    await bff.post(`${transferPath}/${executionId}/resolve`, { action: 'PAY_QUOTED' })
    const { refunds } = await until(bff, executionId, 'COMPLETED')
    const found = await explained(executionId)
    expect(found['RECEIVED_OVER'].values.difference.value).toBe('30')
    expect(found['SURPLUS'].values.amount.value).toBe('30')
    expect(codes(found)).not.toContain('WITH_SERVICE')
    await until(bff, refunds[0], 'COMPLETED')
    expect(codes(await explained(refunds[0]))).toEqual(
      expect.arrayContaining(['REFUND_BEGUN', 'REFUNDED', 'WITH_PAYER']),
    )
  })

  test('200: a refused payout: the money is here, then back', async () => {
    const { executionId } = await site.failed()
    const failed = await explained(executionId)
    expect(codes(failed)).toEqual(
      expect.arrayContaining([
        'PAYOUT_REFUSED',
        'FAILED',
        'WITH_SERVICE',
        'CAN_RETRY',
        'CAN_REFUND',
      ]),
    )
    await act(bff, 'refund', { executionId })
    await until(bff, executionId, 'REFUNDED')
    const back = await explained(executionId)
    expect(codes(back)).toEqual(expect.arrayContaining(['REFUNDED', 'WITH_PAYER']))
    expect(codes(back)).not.toContain('WITH_PAYEE')
  })

  test('200: a payout that is held', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const halt = { asset: 'EUR', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    await paidIn(bff, executionId)
    await until(bff, executionId, 'IN_REVIEW')
    const held = await explained(executionId)
    expect(held['HELD_BECAUSE'].text).toBe('Reason: payouts of this currency are halted.')
    expect(held['DECIDED_BY'].values.who.value).toBe('Corridor')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
  })

  test('200: longer than usual, by what completed transfers of the corridor took', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    const halt = { asset: 'EUR', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    await paidIn(bff, executionId)
    await until(bff, executionId, 'IN_REVIEW')
    const startedAt = Date.parse((await readTransfer(bff, executionId)).startedAt)
    // More than all that other tests have completed, most of which took less.
    const copies = Array.from({ length: 400 }, (_, at) => ({
      status: 'COMPLETED',
      completed_at: new Date(startedAt + (at < 350 ? 1_000 : 7_200_000)),
    }))
    const takeAway = await plantCopies(bff.adminUrl, parseId('exec', executionId) ?? '', copies)
    try {
      await advanceClock(bff, 3_600)
      expect(codes(await explained(executionId))).not.toContain('LONGER_THAN_USUAL')
      await advanceClock(bff, 3_700)
      const late = await explained(executionId)
      expect(late['LONGER_THAN_USUAL'].values.usual).toEqual({ kind: 'duration', value: '7200000' })
      expect(late['LONGER_THAN_USUAL'].text).toBe(
        'It takes longer than usual: 95 of 100 such transfers take at most 2 hours.',
      )
    } finally {
      await takeAway()
      await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    }
  })

  test('200: a pay-in deposit and what it started', async () => {
    const route = await aRoute(bff)
    const { depositId } = await payTo(bff, route.fundingAccountId)
    const { executionId } = await untilDeposit(bff, depositId, 'FORWARDED')
    await until(bff, executionId, 'COMPLETED')
    expect(codes(await explained(executionId))).toEqual(
      expect.arrayContaining(['DEPOSIT_TAKEN', 'PAID', 'WITH_PAYEE']),
    )
  })

  test('404 TRANSFER_NOT_FOUND: an unknown one, another partner’s, the other prefix', async () => {
    const { executionId } = await aQuoteOf(bff, site.germany, site.spain)
    const path = `${transferPath}/${executionId}/explanation`
    for (const got of [
      await explain(unknownExecution),
      await explain(executionId.replace('exec_', 'cexec-')),
      await bff.get(path, bff.second),
    ])
      expect(codeOf(got)).toEqual([404, 'TRANSFER_NOT_FOUND'])
  })
})
