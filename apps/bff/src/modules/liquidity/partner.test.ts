import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  acceptedFrame,
  drawn,
  fundOperational,
  partnerMe,
  problemOf,
  quoteReplenish,
  replenish,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { makeKey, makePayer, pay, type Payer } from '../../../test/support/money/payments.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
let payer: Payer
beforeAll(async () => {
  payer = await makePayer(bff, 100_000)
})
afterEach(() => expectConsistent(bff))

const partnerPath = '/api/v1/partner'

describe('partners.me, partners.read', () => {
  test('200: every field of the specification, and nothing else', async () => {
    const partner = await bff.makePartner('Meridian')
    await bff.send(`${partnerPath}/registerPartnerWebhook`, {
      method: 'PUT',
      body: { webhookUrl: 'http://127.0.0.1:9/hook' },
      token: partner.apiToken,
    })
    const [token] = await tokens(bff)
    const { status, headers, body } = await bff.get(
      `${partnerPath}/${partner.svcPartnerId}`,
      partner,
    )
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'message', 'data']])
    const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)
    expect(body.data).toEqual({
      type: 'PARTNER',
      svcPartnerId: partner.svcPartnerId,
      partnerName: 'Meridian',
      transferMode: 'IMMEDIATE',
      chainId: '31337',
      networkName: 'Corridor Dev Chain',
      tokenAddress: token?.tokenAddress,
      tokenName: expect.stringMatching(/./),
      cryptoTokenId: token?.id,
      partnerDepositWallet: address,
      partnerOperationalWallet: address,
      secretsKey: `operational/${partner.svcPartnerId}`,
      webhookUrl: 'http://127.0.0.1:9/hook',
      isKycThroughUrl: false,
      feeRates: {
        ratePerUnitTime: 0.25,
        customerReliabilityScoreRate: 0.5,
        affiliateFeeRate: 1,
        fixedBaseRate: 4,
        counterPartyRiskPremiumRate: 2.5,
      },
      limits: {
        creditLimit: 1_000_000,
        dailyLimit: 500_000,
        txnLimit: 100_000,
        remainingCredit: 1_000_000,
        dailyUsage: 0,
        transactionsOpen: 0,
        partialReplenished: 0,
        borrowedAmount: 0,
        totalRepaymentDue: 0,
        totalTransactions: 0,
      },
      url: '',
      tokenBalance: 0,
      nativeCurrencyBalance: 0,
      nativeCurrency: 'ETH',
    })
    expect(headers.get('deprecation')).not.toBeNull()
    expect(headers.get('sunset')).not.toBeNull()
    expect(headers.get('link')).toContain('</api/v1/partner/me>; rel="successor-version"')
    const { scopes, ...me } = (await bff.get(`${partnerPath}/me`, partner)).body.data
    expect(me).toEqual(body.data)
    expect(scopes).toEqual(scopes.toSorted())
    expect(scopes).toContain('liquidity:write')
    expect(body.data.partnerDepositWallet).not.toBe(body.data.partnerOperationalWallet)
  })

  test('200: what the operational wallet holds is read from the chain', async () => {
    const partner = await bff.makePartner('Holding')
    await fundOperational(bff, 25, partner)
    expect(await partnerMe(bff, partner)).toMatchObject({
      tokenBalance: 25,
      nativeCurrencyBalance: expect.any(Number),
      webhookUrl: '',
    })
    expect((await partnerMe(bff, partner)).nativeCurrencyBalance).toBeGreaterThan(0)
  })

  test('400, 401, 404: an id of no such form, no key, another partner’s', async () => {
    for (const id of ['par_1', 'x', 'rsv_00000000000000000000000000'])
      expect(codeOf(await bff.get(`${partnerPath}/${id}`))).toEqual([400, 'FIELD_INVALID'])
    const { svcPartnerId } = bff.second
    for (const id of [svcPartnerId, `par_${'0'.repeat(26)}`])
      expect(codeOf(await bff.get(`${partnerPath}/${id}`))).toEqual([404, 'PARTNER_NOT_FOUND'])
    for (const path of ['me', svcPartnerId])
      expect((await bff.send(`${partnerPath}/${path}`, { token: '' })).status).toBe(401)
    const apiToken = await bff.issue(svcPartnerId, ['liquidity:read'])
    const narrow = { svcPartnerId, apiToken }
    expect(codeOf(await bff.get(`${partnerPath}/me`, narrow))).toEqual([403, 'SCOPE_MISSING'])
    expect((await bff.get(`${transactions}/limits`, narrow)).status).toBe(200)
    const write = await bff.post(`${transactions}/reserve/quote`, {}, {}, narrow)
    expect(codeOf(write)).toEqual([403, 'SCOPE_MISSING'])
  })
})

describe('liquidity.withdrawOperational', () => {
  const withdraw = (body: object, partner?: Partner, headers = {}) =>
    bff.post(
      `${partnerPath}/operational/withdraw`,
      { asset: 'USDC', amount: 1, ...body },
      headers,
      partner,
    )

  test('200: to who paid in, once for a key; 422 POLICY_BLOCKED: to anyone else', async () => {
    const partner = await bff.makePartner('Withdrawing')
    const { partnerOperationalWallet: to } = await partnerMe(bff, partner)
    await fundOperational(bff, 5, partner)
    const of = { toWalletAddress: payer.address }
    expect(codeOf(await withdraw(of, partner))).toEqual([422, 'POLICY_BLOCKED'])
    await pay(bff, payer, { to, amount: units(40) })
    const key = { 'idempotency-key': 'out-1' }
    const send = () => withdraw({ ...of, amount: 30.5 }, partner, key)
    // Its payment is seen a moment later.
    await until(async () => {
      const answer = await withdraw({ ...of, amount: 1_000 }, partner)
      return answer.body.error.code === 'INSUFFICIENT_BALANCE' ? true : undefined
    })
    const { status, body } = await send()
    expect([status, body.data]).toEqual([
      200,
      {
        withdrawalId: expect.stringMatching(/^wdr_/),
        status: 'PENDING',
        amount: { amount: 30.5, currency: 'USDC' },
        toWalletAddress: payer.address,
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        url: '',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
    expect((await send()).body).toEqual(body)
    await until(async () =>
      (await partnerMe(bff, partner)).tokenBalance === 14.5 ? true : undefined,
    )
    const receipt = await devChainOf(bff.deps).adapter.receipt(body.data.transactionHash)
    expect(receipt.ok && receipt.value?.transfers).toMatchObject([
      { from: to.toLowerCase(), to: payer.address.toLowerCase(), amount: units(30.5) },
    ])
    // A second one would take what the first has left.
    expect(problemOf(await withdraw({ ...of, amount: 14.500001 }, partner))).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      path: 'amount',
    })
    for (const stranger of [makeKey().address, (await partnerMe(bff)).partnerOperationalWallet, to])
      expect(codeOf(await withdraw({ toWalletAddress: stranger }, partner))).toEqual([
        422,
        'POLICY_BLOCKED',
      ])
    const foreign = await withdraw(of, bff.second)
    expect(codeOf(foreign)).toEqual([422, 'POLICY_BLOCKED'])
    for (const [change, code, path] of [
      [{ asset: 'EURC' }, 'FIELD_INVALID', 'asset'],
      [{ amount: 0.0000001 }, 'AMOUNT_PRECISION', 'amount'],
      [{ amount: -1 }, 'FIELD_INVALID', 'amount'],
      [{ toWalletAddress: '0x12' }, 'FIELD_INVALID', 'toWalletAddress'],
      [{ toWalletAddress: undefined }, 'FIELD_REQUIRED', 'toWalletAddress'],
    ] as const)
      expect(problemOf(await withdraw({ ...of, ...change }, partner))).toMatchObject({
        status: 400,
        code,
        path,
      })
  })
})

test('another partner finds none of the records of a credit line', async () => {
  const frame = await acceptedFrame(bff, payer, { amount: 100 })
  const drawing = await drawn(bff, { amount: 50, reserveFrameId: frame.id })
  await fundOperational(bff, 100)
  const quote = (await quoteReplenish(bff, drawing.originalTxnHash)).body.data
  const { originalTxnHash, ltxId, transactionId } = drawing
  const repaid = await bff.post(`${replenish}/transaction/initiate`, {
    originalTxnHash,
    totalReplenishAmount: quote.totalReplenishAmount,
    asset: 'USDC',
  })
  const { replenishTxnHash, replenishmentId } = repaid.body.data
  const reads = [
    ...[ltxId, originalTxnHash, transactionId].map((id) => `${transactions}/detail/${id}`),
    ...[replenishTxnHash, replenishmentId].map((id) => `${replenish}/transaction/${id}`),
  ]
  for (const path of reads) {
    expect([path, (await bff.get(path)).status]).toEqual([path, 200])
    expect([path, (await bff.get(path, bff.second)).status]).toEqual([path, 404])
  }
  const lists = [
    `${transactions}/reserve/all`,
    `${transactions}/reserve/active`,
    `${transactions}/list`,
    `${transactions}/list?reserveFrameId=${frame.id}`,
    `${transactions}/payments`,
    `${replenish}/quote`,
    `${replenish}/quote?ltxId=${ltxId}`,
    `${replenish}/transaction`,
    `${replenish}/transaction?ltxId=${ltxId}`,
  ]
  for (const path of lists) {
    expect([path, (await bff.get(path)).body.data.length]).not.toEqual([path, 0])
    expect([path, (await bff.get(path, bff.second)).body.data]).toEqual([path, []])
  }
  const mine: AnyBody = await partnerMe(bff)
  const other = await partnerMe(bff, bff.second)
  for (const wallet of ['partnerDepositWallet', 'partnerOperationalWallet', 'secretsKey'])
    expect(mine[wallet]).not.toBe(other[wallet])
  expect(other.limits).toMatchObject({ totalTransactions: 0, borrowedAmount: 0 })
})
