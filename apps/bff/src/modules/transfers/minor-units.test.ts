import { assetName, toText } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { aParty, aQuote, quote, rowOf, type Side } from '../../../test/support/money/ordinary.ts'
import { paidIn, started } from '../../../test/support/money/ordinary-flow.ts'
import { transferPath, until } from '../../../test/support/money/wallets.ts'

const bff = sharedBff()
let germany: Side
let japan: Side
let kuwait: Side
beforeAll(async () => {
  const [a, b, c] = await Promise.all(['DE', 'JP', 'KW'].map((place) => aParty(bff, place)))
  if (!a || !b || !c) throw new Error('no parties')
  ;[germany, japan, kuwait] = [a, b, c]
})
const sides = () => ({ JPY: japan, KWD: kuwait })
const decimalsOf = (amount: number) => (String(amount).split('.')[1] ?? '').length

describe.each([
  { currency: 'JPY', scale: 0, amount: 12_345, finer: 12_345.5, rail: 'ZENGIN' },
  { currency: 'KWD', scale: 3, amount: 123.457, finer: 123.4567, rail: 'KASSIP' },
] as const)('money of $scale decimals: $currency', ({ currency, scale, amount, finer, rail }) => {
  test('is paid out in whole minor units, from the quote to the ledger', async () => {
    const to = sides()[currency]
    const { executionId, quote: quoted } = await started(bff, germany, to, {
      exactAmountIn: 500,
      rail,
      purposeCode: 'GOODS',
    })
    expect(decimalsOf(quoted.outAmount.amount)).toBeLessThanOrEqual(scale)
    await paidIn(bff, executionId)
    const record = await until(bff, executionId, 'COMPLETED')
    expect(record.to).toMatchObject({ currency, amount: quoted.outAmount.amount })
    const row = await rowOf(bff, executionId)
    expect(row.scale_out).toBe(scale)
    expect(Number(toText(row.amount_out, scale))).toBe(quoted.outAmount.amount)
    const { data } = (await bff.get(`${transferPath}/${executionId}/timeline`)).body
    const own = data.ledger.filter((entry: AnyBody) => entry.currency === assetName(currency))
    expect(own.length).toBeGreaterThan(0)
    for (const { debit, credit } of own)
      expect(decimalsOf(debit + credit)).toBeLessThanOrEqual(scale)
    expect(data.payouts).toMatchObject([{ amount: quoted.outAmount.amount, currency }])
  })

  test('is paid in to the minor unit, and into an account of the country', async () => {
    const {
      executionId,
      quote: quoted,
      depositAccount,
    } = await started(bff, sides()[currency], germany, { exactAmountIn: amount })
    expect(quoted.inAmount).toEqual({ amount, currency })
    for (const fee of Object.values<AnyBody>(quoted.fees))
      expect(decimalsOf(fee.amount)).toBeLessThanOrEqual(scale)
    expect(depositAccount).toMatchObject({ amount, currency, paymentRail: rail })
    await paidIn(bff, executionId)
    expect((await until(bff, executionId, 'COMPLETED')).from).toMatchObject({ currency, amount })
  })

  test('400: an amount finer than its minor unit is none', async () => {
    const refused = await quote(bff, aQuote(sides()[currency], germany, { exactAmountIn: finer }))
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'AMOUNT_PRECISION'])
  })
})
