import { idPrefixes, OrdinaryQuoteAnswer, separatorOf } from '@corridor/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { jurisdictionOf } from '../../../../test/support/people/customers.ts'
import { codeOf, openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  aQuote,
  quote,
  rowOf,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import { takeUp } from '../../../../test/support/money/ordinary-flow.ts'
import {
  aTransfer,
  makeWallet,
  tokens,
  transferPath,
} from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
/** Euro in Germany and in Spain, dollars, naira, and wallets for both tokens. */
let germany: Side
let spain: Side
let usa: Side
let nigeria: Side
let usdc: Side
let dai: Side
beforeAll(async () => {
  const [first, second] = await tokens(bff)
  const places = ['DE', 'ES', 'US', 'NG', first?.id ?? '', second?.id ?? '']
  const [a, b, c, d, e, f] = await Promise.all(places.map((place) => aParty(bff, place)))
  if (!a || !b || !c || !d || !e || !f) throw new Error('no parties')
  ;[germany, spain, usa, nigeria, usdc, dai] = [a, b, c, d, e, f]
})
afterEach(() => expectConsistent(bff))

const simulated = (from: Side, to: Side, change: Record<string, unknown> = {}) =>
  quote(bff, aQuote(from, to, change))
const read = async (executionId: string): Promise<AnyBody> =>
  (await bff.get(`/api/v1/xfer/transaction/transfer/${executionId}`)).body.data
const advance = (seconds: number) => bff.post('/api/v1/sandbox/clock/advance', { seconds })
const cents = (amount: number) => Math.round(amount * 100)

describe('transfers.simulate of an ordinary transfer', () => {
  test('200: from a bank to a wallet, every member as described', async () => {
    const { status, body } = await simulated(germany, usdc, { purposeCode: 'SAVINGS' })
    expect(status).toBe(200)
    expect(OrdinaryQuoteAnswer.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ success: true, message: expect.stringMatching(/quoted/) })
    const { data } = body
    expect(data).toMatchObject({
      executionId: expect.stringMatching(/^exec_[0-9a-z]{26}$/),
      direction: 'ON_RAMP',
      status: 'QUOTED',
      quote: {
        inAmount: { amount: 100, currency: 'EUR' },
        outAmount: { currency: 'USDC' },
        exchangeRate: { spreadBps: 25, source: 'European Central Bank (sample)' },
        fees: {
          partnerFees: { amount: 0, currency: 'EUR' },
          svcFees: { amount: 0.94, currency: 'EUR' },
          txFees: { amount: 0.18, currency: 'EUR' },
          totalFees: { amount: 1.12, currency: 'EUR' },
        },
      },
      depositAccount: {
        currency: 'EUR',
        amount: 100,
        reference: expect.stringMatching(/^CR[0-9A-Z]{12}$/),
        accountHolderName: 'Corridor Payments',
        bankIban: expect.stringMatching(/^DE\d{20}$/),
        bankCountry: 'DE',
        paymentRail: 'SEPA_INSTANT',
      },
      requirements: [],
      counterPartyRisk: { level: 'MEDIUM', reasons: ['NEW_PAYEE'], acknowledgementRequired: false },
      verificationRequired: false,
      transferAcknowledgement: { required: true },
      approval: { required: false, approvalsNeeded: 0 },
      limits: { min: 1 },
    })
    const { rate, midRate } = data.quote.exchangeRate
    expect(rate).toBeCloseTo(midRate * 0.9975, 12)
    expect(Math.abs(data.quote.outAmount.amount - 98.88 * rate)).toBeLessThanOrEqual(1e-6)
    expect(data.steps.map(({ name }: AnyBody) => name)).toEqual([
      'quote_locked',
      'approval',
      'deposit_received',
      'compliance_check',
      'conversion',
      'payout_submitted',
      'payout_confirmed',
    ])
    const now = Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)
    const left = Date.parse(data.validUntil) - now
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(300_000)
    expect(Date.parse(data.estimatedArrival)).toBeGreaterThan(now)
    const row = await rowOf(bff, data.executionId)
    expect(row).toMatchObject({ kind: 'ordinary', purpose_code: 'SAVINGS', rail_out: '' })
  })

  test('200: from a wallet to a bank, to an address that no other quote has', async () => {
    const quotes = [await simulated(usdc, germany), await simulated(usdc, germany)]
    for (const { body } of quotes) expect(OrdinaryQuoteAnswer.safeParse(body).error).toBeUndefined()
    const [first, other] = quotes.map(({ body }) => body.data)
    expect(first).toMatchObject({
      direction: 'OFF_RAMP',
      quote: { inAmount: { amount: 100, currency: 'USDC' }, outAmount: { currency: 'EUR' } },
      depositAccount: { amount: 100, currency: 'USDC', chainId: '31337' },
    })
    expect(Object.keys(first.depositAccount).toSorted()).toEqual([
      'amount',
      'chainId',
      'currency',
      'depositWalletAddress',
      'networkName',
      'tokenAddress',
    ])
    expect(first.steps.map(({ name }: AnyBody) => name)).toContain('deposit_confirmed')
    const address = first.depositAccount.depositWalletAddress
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(other.depositAccount.depositWalletAddress).not.toBe(address)
    const stored = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('deposit_target as d')
        .innerJoin('watched_address as w', (join) =>
          join.on('w.address', '=', address.toLowerCase()),
        )
        .select('d.transfer_id')
        .where('d.key', '=', `chain:31337:${address.toLowerCase()}`)
        .execute(),
    )
    expect(stored).toHaveLength(1)
  })

  test('200: from bank to bank; the same currency has no spread, fees come off all the same', async () => {
    const { body } = await simulated(germany, spain)
    expect(body.data).toMatchObject({
      direction: 'FIAT_TO_FIAT',
      quote: {
        outAmount: { amount: 98.2, currency: 'EUR' },
        exchangeRate: { rate: 1, midRate: 1, spreadBps: 0 },
        fees: { svcFees: { amount: 1.62 }, txFees: { amount: 0.18 }, totalFees: { amount: 1.8 } },
      },
    })
  })

  test('200: exact out delivers exactly what was asked for', async () => {
    const asked = { exactAmountIn: undefined, exactAmountOut: 250.55 }
    const { body } = await simulated(germany, usa, asked)
    const { inAmount, outAmount, fees, exchangeRate } = body.data.quote
    expect(outAmount).toEqual({ amount: 250.55, currency: 'USD' })
    const again = outAmount.amount / exchangeRate.rate + fees.totalFees.amount
    expect(Math.abs(cents(inAmount.amount) - again * 100)).toBeLessThanOrEqual(1)
    expect(body.data.depositAccount.amount).toBe(inAmount.amount)
  })

  test('200: every corridor takes 100 and 1,000 units of either side', async () => {
    const { body: listed } = await bff.get('/api/v1/xfer/utility/jurisdictions?limit=200')
    const payer = { ...germany, accounts: new Map<string, string>() }
    const all: AnyBody[] = listed.data
    for (const { id } of all) payer.accounts.set(id, await accountIn(bff, payer.entityId, id))
    const at = (id: string) => ({
      entityId: payer.entityId,
      accountId: payer.accounts.get(id) ?? '',
    })
    const first = all.find(({ type }) => type === 'blockchain')
    const pairs = all
      .filter(({ type }) => type === 'country')
      .flatMap((country) => [
        [first, country],
        [country, first],
        [all.find(({ countryCode }) => countryCode === 'NG'), country],
      ])
      .filter(([from, to]) => from.id !== to.id)
    for (const [from, to] of pairs)
      for (const amount of [
        { exactAmountIn: 100 },
        { exactAmountIn: 1_000 },
        { exactAmountIn: undefined, exactAmountOut: 1_000 },
      ]) {
        const { status, body } = await simulated(at(from.id), at(to.id), amount)
        expect([from.name, to.name, status, body.error?.code]).toEqual([
          from.name,
          to.name,
          200,
          undefined,
        ])
        const { fees, inAmount, outAmount } = body.data.quote
        expect(fees.totalFees.amount).toBeLessThan(inAmount.amount)
        expect(outAmount.amount).toBeGreaterThan(0)
      }
  }, 60_000)

  test('200: a funding account as source is paid under a reference of the quote', async () => {
    const account = await openFunding(bff, (await jurisdictionOf(bff, 'DE')).id)
    const from = { entityId: account.entityId, accountId: account.fundingAccountId }
    const { body } = await simulated(from, usdc)
    expect(body.data).toMatchObject({
      direction: 'ON_RAMP',
      depositAccount: { bankIban: account.depositAccountInfo.bank_account_number },
    })
    expect(body.data.depositAccount.reference).toMatch(/^CR/)
    await bff.post('/api/v1/xfer/accounts/funding/deactivate', {
      fundingAccountId: account.fundingAccountId,
    })
    expect((await read(body.data.executionId)).status).toBe('EXPIRED')
    expect(codeOf(await simulated(from, usdc))).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    const chain = await openFunding(bff, (await tokens(bff))[0]?.id ?? '')
    const onChain = { entityId: chain.entityId, accountId: chain.fundingAccountId }
    const quotes = [await simulated(onChain, germany), await simulated(onChain, germany)]
    const addresses = quotes.map(({ body: { data, error } }) =>
      data ? data.depositAccount.depositWalletAddress : error,
    )
    const { depositWalletAddress } = chain.depositAccountInfo
    expect(addresses).toEqual([depositWalletAddress, depositWalletAddress])
  })

  test('200: terms of the partner change fee, spread, validity and approval', async () => {
    await setTerms(bff, {
      partnerFeeBps: 100,
      spreadBps: { ON_RAMP: 0 },
      quoteMinutes: { ON_RAMP: 1 },
      approvalAbove: 100,
    })
    const { body } = await simulated(germany, usdc)
    const { exchangeRate, fees } = body.data.quote
    expect(exchangeRate.rate).toBe(exchangeRate.midRate)
    expect(fees).toMatchObject({
      partnerFees: { amount: 1 },
      svcFees: { amount: 0.94 },
      totalFees: { amount: 2.12 },
    })
    expect(body.data.approval).toEqual({ required: true, policyId: 'amount', approvalsNeeded: 1 })
    const row = await rowOf(bff, body.data.executionId)
    expect(row.approval).toMatchObject({ required: true, votes: [] })
    expect(row.valid_until.getTime() - row.created_at.getTime()).toBe(60_000)
    await setTerms(bff, { coolingOffHours: 24 })
    const cooling = await simulated(germany, usdc)
    expect(cooling.body.data.approval.policyId).toBe('new-payee')
    await setTerms(bff, {})
  })

  test('200: a quote is published once and is no transfer yet', async () => {
    const { body } = await simulated(germany, usdc)
    const { executionId, transactionId } = body.data
    const events = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select(['type', 'status', 'object'])
        .where('subject_id', '=', executionId)
        .execute(),
    )
    const quoted = { executionId, transactionId, status: 'QUOTED', previousStatus: '' }
    expect(events).toEqual([
      { type: 'initiated', status: 'quoted', object: expect.objectContaining(quoted) },
    ])
    const listed = await bff.get(`/api/v1/xfer/transaction/transfers?q=${executionId}`)
    expect(listed.body.data).toEqual([])
    const audited = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('audit').select('action').where('object_id', '=', executionId).execute(),
    )
    expect(audited).toEqual([{ action: 'transfer.simulate' }])
  })

  test.each([
    ['no amount', { exactAmountIn: undefined }, 'AMOUNT_CHOICE', 'exactAmountIn'],
    ['two amounts', { exactAmountOut: 5 }, 'AMOUNT_CHOICE', 'exactAmountIn'],
    ['a third of a cent', { exactAmountIn: 10.003 }, 'AMOUNT_PRECISION', 'exactAmountIn'],
    ['less than the rail takes', { exactAmountIn: 0.5 }, 'AMOUNT_BELOW_MIN', 'exactAmountIn'],
    ['less than the fees', { exactAmountIn: 1 }, 'AMOUNT_BELOW_MIN', 'exactAmountIn'],
    [
      'less than is paid out',
      { exactAmountIn: undefined, exactAmountOut: 0.5 },
      'AMOUNT_BELOW_MIN',
      'exactAmountOut',
    ],
    [
      'more than the rail takes',
      { exactAmountIn: 1_000_000_001 },
      'AMOUNT_ABOVE_MAX',
      'exactAmountIn',
    ],
    ['nothing', { exactAmountIn: 0 }, 'FIELD_INVALID', 'exactAmountIn'],
    ['a small purpose', { purposeCode: 'salary' }, 'FIELD_INVALID', 'purposeCode'],
    ['a long source', { sourceOfFunds: 'A'.repeat(41) }, 'FIELD_INVALID', 'sourceOfFunds'],
  ] as const)('400: %s', async (_, change, code, path) => {
    const refused = await simulated(germany, spain, change)
    expect(codeOf(refused)).toEqual([400, code])
    expect(refused.body.error.details[0].path).toBe(path)
  })

  test('400: all wrong fields are named at once', async () => {
    const wrong = {
      transactionId: '',
      purposeCode: 'x',
      exactAmountIn: -1,
      fromEntityId: undefined,
    }
    const { body } = await simulated(germany, spain, wrong)
    const paths = body.error.details.map(({ path }: AnyBody) => path)
    expect(paths.toSorted()).toEqual([
      'exactAmountIn',
      'fromEntityId',
      'purposeCode',
      'transactionId',
    ])
  })

  test('400: a payer pays from an own account, unless the terms of the partner allow others', async () => {
    const accountHolder = { name: 'Eve Uncle', type: 'individual' }
    const payer = await aParty(bff, 'DE', { ownership: 'THIRD_PARTY', accountHolder })
    const refused = await simulated(payer, spain)
    expect(codeOf(refused)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'fromAccountId',
      allowed: ['SELF'],
    })
    await setTerms(bff, { payers: 'ANYBODY' })
    expect((await simulated(payer, spain)).status).toBe(200)
    await setTerms(bff, {})
  })

  test('400: money comes from banks and wallets, and not from where it goes', async () => {
    const phone = { kind: 'MOBILE_MONEY' as const }
    const id = (await rowOf(bff, (await simulated(nigeria, usdc)).body.data.executionId))
      .from_account_id
    const set = (change: { kind: 'MOBILE_MONEY' | 'BANK' }) =>
      bff.deps.db.asWorker((tx) =>
        tx.updateTable('external_account').set(change).where('id', '=', id).execute(),
      )
    await set(phone)
    const refused = await simulated(nigeria, usdc)
    expect(codeOf(refused)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
    expect(refused.body.error.details[0]).toMatchObject({
      path: 'fromAccountId',
      allowed: ['BANK'],
    })
    await set({ kind: 'BANK' })
    expect(codeOf(await simulated(germany, germany))).toEqual([400, 'FIELD_INVALID'])
    // Between two chain accounts it is always the wallet variant, whose sender is a wallet of its own.
    expect(codeOf(await simulated(usdc, dai))).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
  })

  test.each([...idPrefixes.map((prefix) => `${prefix}${separatorOf(prefix)}`), 'refund-'])(
    '400: a transaction id that begins with %s, as the service’s own names do',
    async (beginning) => {
      for (const transactionId of [beginning, `${beginning}1`, ` ${beginning}x`]) {
        const refused = await quote(bff, { ...aQuote(germany, usdc), transactionId })
        expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
        expect(refused.body.error.details[0]).toMatchObject({ path: 'transactionId' })
      }
    },
  )

  test('a transaction id names one transfer: again, changed, too late, executed', async () => {
    const body = aQuote(germany, usdc)
    const first = await quote(bff, body)
    expect((await quote(bff, body)).body).toEqual(first.body)
    const changed = await quote(bff, { ...body, exactAmountIn: 101 })
    expect(codeOf(changed)).toEqual([409, 'TRANSACTION_ID_USED'])
    expect(changed.body.error.details[0].existingId).toBe(first.body.data.executionId)

    await advance(301)
    expect((await read(first.body.data.executionId)).status).toBe('EXPIRED')
    expect(codeOf(await quote(bff, { ...body, exactAmountIn: 101 }))).toEqual([
      409,
      'TRANSACTION_ID_USED',
    ])
    const second = await quote(bff, body)
    expect(second.status).toBe(200)
    expect(second.body.data.executionId).not.toBe(first.body.data.executionId)
    const old = await rowOf(bff, first.body.data.executionId)
    expect([old.status, old.closed_by]).toEqual(['EXPIRED', null])

    expect((await bff.post(transferPath, takeUp(second.body.data))).status).toBe(200)
    expect(codeOf(await quote(bff, body))).toEqual([409, 'TRANSACTION_ID_USED'])
  })

  test('of equal requests at the same time all get the one quote', async () => {
    const body = aQuote(germany, spain)
    const all = await Promise.all(Array.from({ length: 8 }, () => quote(bff, body)))
    const ids = new Set(all.map(({ body: { data } }) => data?.executionId))
    expect(ids.size).toBe(1)
    expect(all.every(({ status }) => status === 200)).toBe(true)
  })

  test('between two wallets it stays the bare quote with the payload to sign', async () => {
    const [first, other] = [await makeWallet(bff), await makeWallet(bff)]
    const refused = await quote(bff, aTransfer(first, other))
    expect(codeOf(refused)).toEqual([422, 'INSUFFICIENT_BALANCE'])
  })
})
