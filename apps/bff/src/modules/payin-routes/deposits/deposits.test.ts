import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn, provedWallet, setTerms } from '../../../../test/support/money/ordinary.ts'
import { readTransfer } from '../../../../test/support/money/ordinary-flow.ts'
import {
  findDeposit,
  payTo,
  routeDeposits,
  eventsOfDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import {
  aRoute,
  type MadeRoute,
  payinPath,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import { tokens } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let tokenId: string
let otherToken: string
beforeAll(async () => {
  const [token, other] = await tokens(bff)
  tokenId = token?.id ?? ''
  otherToken = other?.currency ?? ''
})
afterEach(() => expectConsistent(bff))

/** An account at which nothing else is; German accounts are opened and paid in one step. */
const german = () => aRoute(bff, { from: 'DE', to: 'ES' })
const euros = (route: MadeRoute, body: object = {}) =>
  payTo(bff, route.fundingAccountId, { currency: 'EUR', ...body })
const uuid = (prefix: 'acc' | 'fund' | 'ent' | 'exec', id: string) => parseId(prefix, id) ?? ''
const update = (table: string, id: string, change: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update ${sql.table(table)} set ${sql.raw(change)} where id = ${id}`.execute(tx),
  )

describe('payinRoutes.deposits: what a route receives is processed automatically', () => {
  test.each([
    ['bank to wallet', 'US', 'token', 'USD', 'ON_RAMP'],
    ['bank to bank', 'DE', 'ES', 'EUR', 'FIAT_TO_FIAT'],
    ['chain to bank', 'token', 'ES', 'USDC', 'OFF_RAMP'],
    ['chain to chain', 'token', 'token', 'USDC', 'CRYPTO_TO_CRYPTO'],
  ])(
    '200: from %s, as an execution whose transaction id is that of the deposit',
    async (...of) => {
      const [, from, to, currency, direction] = of
      const place = (name: string) => (name === 'token' ? tokenId : name)
      const route = await aRoute(bff, { from: place(from), to: place(to) })
      const paid = await payTo(bff, route.fundingAccountId, { currency })
      expect([paid.depositId.slice(0, 4), paid.executionId.slice(0, 5)]).toEqual(['dep_', 'exec_'])
      const deposit = await untilDeposit(bff, paid.depositId, 'FORWARDED')
      const transfer = await readTransfer(bff, paid.executionId)
      expect(transfer).toMatchObject({
        status: 'COMPLETED',
        direction,
        transactionId: paid.depositId,
        depositId: paid.depositId,
        routeId: route.teleportId,
      })
      expect(deposit).toMatchObject({
        teleportId: route.teleportId,
        executionId: paid.executionId,
        heldReason: '',
        amountIn: { amount: 100, currency },
        amountOut: { amount: transfer.to.amount, currency: transfer.to.currency },
        exchangeRate: transfer.exchangeRate,
        destination: { externalAccountId: route.externalAccountId, destinationVersion: 1 },
        labels: [],
        completedAt: expect.any(String),
        allowedActions: [],
      })
      expect(deposit[to === 'token' ? 'payoutHash' : 'payoutReference']).not.toBe('')
      expect(deposit[from === 'token' ? 'depositHash' : 'depositReference']).not.toBe('')
      const listed = await routeDeposits(bff, route.teleportId)
      expect(listed.map((item) => item.depositId)).toEqual([paid.depositId])
      const events = await eventsOfDeposit(bff, paid.depositId)
      expect(events.at(0)).toBe('initiated funds_received')
      expect(events.at(-1)).toBe('transitioned payment_processed')
    },
    30_000,
  )

  test('404 ROUTE_NOT_FOUND: an unknown route, another partner’s, and 400 CURSOR_INVALID', async () => {
    const route = await german()
    const path = `${payinPath}/${route.teleportId}/deposits`
    expect((await bff.get(path, bff.second)).body.error.code).toBe('ROUTE_NOT_FOUND')
    expect((await bff.get(`${payinPath}/tele_${'0'.repeat(26)}/deposits`)).status).toBe(404)
    expect((await bff.get(`${path}?cursor=nonsense`)).body.error.code).toBe('CURSOR_INVALID')
    const all = await bff.get(`${payinPath}/deposits?cursor=nonsense`)
    expect(all.body.error.code).toBe('CURSOR_INVALID')
  })
})

/** The route now leads to a payee whose bank does what the name says. */
async function redirected(route: MadeRoute, name: string): Promise<object> {
  const externalAccountId = await accountIn(bff, route.entityId, 'ES', {
    ownership: 'THIRD_PARTY',
    accountHolder: { name, type: 'individual' },
  })
  const { teleportId } = route
  const changed = await bff.post(`${payinPath}/update`, { teleportId, externalAccountId })
  expect(changed.status).toBe(200)
  return { externalAccountId }
}

describe('payinRoutes.listDeposits: money that is held says why', () => {
  const held: Record<
    string,
    { labels?: string[]; of: () => Promise<AnyBody>; event?: string; isCarried?: boolean }
  > = {
    NO_ROUTE: {
      of: async () => {
        const { id } = bff.deps.jurisdictions.all.find(
          ({ countryCode }) => countryCode === 'DE',
        ) ?? {
          id: '',
        }
        const account = await openFunding(bff, id)
        return payTo(bff, account.fundingAccountId, { currency: 'EUR' })
      },
    },
    ROUTE_INACTIVE: {
      of: async () => {
        const route = await german()
        await toggleRoute(bff, route.teleportId, 'inactive')
        return euros(route)
      },
    },
    BELOW_MINIMUM: {
      labels: ['BELOW_MINIMUM'],
      of: async () => euros(await german(), { amount: 0.01 }),
    },
    ABOVE_MAXIMUM: {
      labels: ['OVERPAID'],
      of: async () => euros(await german(), { amount: 1_000_000_001 }),
    },
    UNSUPPORTED_ASSET: {
      labels: ['UNSUPPORTED_ASSET'],
      of: async () => {
        const route = await aRoute(bff, { from: tokenId, to: 'ES' })
        return payTo(bff, route.fundingAccountId, { currency: otherToken })
      },
    },
    DESTINATION_UNAVAILABLE: {
      of: async () => {
        const route = await german()
        await update(
          'external_account',
          uuid('acc', route.externalAccountId),
          "status = 'DISABLED'",
        )
        return euros(route)
      },
    },
    LIMIT: {
      of: async () => {
        const route = await german()
        await setTerms(bff, { txnLimit: 50 })
        const paid = await euros(route)
        await setTerms(bff, {})
        return paid
      },
    },
    COMPLIANCE: {
      event: 'action_required in_review',
      isCarried: true,
      of: async () => euros(await german(), { senderName: 'Osama bin Laden' }),
    },
    PAYOUT_FAILED: {
      isCarried: true,
      of: async () => {
        const route = await german()
        return euros({ ...route, ...(await redirected(route, 'FAIL BENEFICIARY_ACCOUNT_CLOSED')) })
      },
    },
  }

  test.each(Object.entries(held))('200: %s', async (heldReason, { of, ...expected }) => {
    const { labels = [], event = 'action_required held', isCarried = false } = expected
    const { depositId } = await of()
    const deposit = await untilDeposit(bff, depositId, 'HELD')
    expect(deposit).toMatchObject({ heldReason, labels })
    expect(deposit.executionId === '').toBe(!isCarried)
    const events = await eventsOfDeposit(bff, depositId)
    expect([events.at(0), events.at(-1)]).toEqual([
      'initiated funds_received',
      `${event} (${heldReason})`,
    ])
    const query = `heldReason=${heldReason}&status=HELD`
    const { body } = await bff.get(`${payinPath}/deposits?${query}`)
    expect(body.data.data.map((item: AnyBody) => item.depositId)).toContain(depositId)
    const named = await bff.get(`${payinPath}/deposits?q=${depositId}`)
    expect(named.body.data.data.map((item: AnyBody) => item.depositId)).toEqual([depositId])
  })

  test('200: COMPLIANCE while a customer is not verified, and no decision is accepted till then', async () => {
    const route = await german()
    const setKyc = (status: string) =>
      bff.deps.db.asWorker((tx) =>
        sql`update kyc_capability set status = ${status}
          where entity_id = ${uuid('ent', route.entityId)}`.execute(tx),
      )
    await setKyc('PAUSED')
    const { depositId } = await euros(route)
    const waiting = { status: 'HELD', heldReason: 'COMPLIANCE', executionId: '' }
    expect(await findDeposit(bff, depositId)).toMatchObject({ ...waiting, allowedActions: [] })
    await setKyc('APPROVED')
    expect(await findDeposit(bff, depositId)).toMatchObject({
      ...waiting,
      allowedActions: ['FORWARD', 'RETURN', 'HOLD'],
    })
  })
})

describe('money that came in on an account that is switched off', () => {
  const off = async (policy: object, from = 'DE') => {
    const route = await aRoute(bff, { from, to: 'ES' })
    const { fundingAccountId } = route
    const change = Object.entries({ status: 'INACTIVE', ...policy })
      .map(([name, value]) => `${name} = '${value}'`)
      .join(', ')
    await update('funding_account', uuid('fund', fundingAccountId), change)
    return route
  }
  const back = [
    'initiated funds_received',
    'transitioned refund_in_flight',
    'transitioned refunded',
  ]

  test('goes back to the account that the bank names, all of it', async () => {
    const route = await off({ return_strategy: 'ORIGIN_ACCOUNT' })
    const senderAccount = 'DE89370400440532013000'
    const { depositId, executionId } = await euros(route, { senderAccount })
    const deposit = await untilDeposit(bff, depositId, 'RETURNED')
    expect(deposit).toMatchObject({
      executionId,
      amountIn: { amount: 100, currency: 'EUR' },
      amountOut: { amount: 0, currency: 'EUR' },
      fees: { totalFees: { amount: 0 } },
      sender: { name: 'Ada Okonkwo', accountMasked: '••••3000' },
      payoutReference: expect.stringMatching(/./),
      completedAt: expect.any(String),
    })
    expect(await readTransfer(bff, executionId)).toMatchObject({
      status: 'REFUNDED',
      transactionId: depositId,
      to: { amount: 100, fullName: 'Ada Okonkwo' },
    })
    expect(await eventsOfDeposit(bff, depositId)).toEqual(back)
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ instruction: AnyBody }>`select s.instruction from payout p
        join simulated_bank_payout s on s.reference = p.id::text
        where p.transfer_id = ${uuid('exec', executionId)}`.execute(tx),
    )
    const payee = { name: 'Ada Okonkwo', account: { bankIban: senderAccount } }
    expect(rows.map(({ instruction }) => instruction.beneficiary)).toEqual([payee])
  })

  test('goes to the address that the policy names on a chain', async () => {
    const target = '0x00000000000000000000000000000000005aface'
    const route = await off({ return_strategy: 'HOLD' }, tokenId)
    const own = accountIn(bff, route.entityId, tokenId, { wallet: { walletAddress: target } })
    await provedWallet(bff, await own)
    const change = `return_strategy = 'STATIC_ADDRESS', return_target = '${target}'`
    await update('funding_account', uuid('fund', route.fundingAccountId), change)
    const { depositId, executionId } = await payTo(bff, route.fundingAccountId, {
      currency: 'USDC',
    })
    const deposit = await untilDeposit(bff, depositId, 'RETURNED')
    expect(deposit.payoutHash).toMatch(/^0x/)
    const { wallet } = (await readTransfer(bff, executionId)).to
    expect(wallet.walletAddress.toLowerCase()).toBe(target)
    expect(await eventsOfDeposit(bff, depositId)).toEqual(back)
  })

  test('goes to the account that the policy names', async () => {
    const route = await off({ return_strategy: 'HOLD' })
    const target = await accountIn(bff, route.entityId, 'DE')
    const change = `return_strategy = 'STATIC_ADDRESS', return_target = '${target}'`
    await update('funding_account', uuid('fund', route.fundingAccountId), change)
    const { depositId, executionId } = await euros(route)
    await untilDeposit(bff, depositId, 'RETURNED')
    expect((await readTransfer(bff, executionId)).to).toMatchObject({
      accountId: target,
      account: { bankIban: expect.stringMatching(/^••••\d{4}$/) },
    })
  })

  test.each([
    ['HOLD', { return_strategy: 'HOLD' }, { senderAccount: 'DE89370400440532013000' }],
    ['the sender is not known', { return_strategy: 'ORIGIN_ACCOUNT' }, { senderAccount: '' }],
  ])('is held: %s', async (_name, policy, body) => {
    const { depositId } = await euros(await off(policy), body)
    expect(await findDeposit(bff, depositId)).toMatchObject({
      status: 'HELD',
      heldReason: 'FUNDING_INACTIVE',
      executionId: '',
    })
  })

  test('is held where its return failed, and published as both', async () => {
    const route = await off({ return_strategy: 'ORIGIN_ACCOUNT' })
    const senderName = 'FAIL BENEFICIARY_ACCOUNT_CLOSED'
    const sender = { senderName, senderAccount: 'DE89370400440532013000' }
    const { depositId } = await euros(route, sender)
    const deposit = await untilDeposit(bff, depositId, 'HELD')
    expect(deposit).toMatchObject({
      heldReason: 'RETURN_FAILED',
      allowedActions: ['RETURN', 'HOLD'],
    })
    expect((await eventsOfDeposit(bff, depositId)).slice(2)).toEqual([
      'transitioned refund_failed (RETURN_FAILED)',
      'action_required held (RETURN_FAILED)',
    ])
  })
})

describe('a payout that comes to nothing', () => {
  const senderAccount = 'DE89370400440532013000'
  const beneficiary = expect.objectContaining({
    name: 'Ada Okonkwo',
    account: { bankIban: senderAccount },
    entryId: expect.stringMatching(/^credit\//),
  })
  const refunded = async (executionId: string) => {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ status: string; beneficiary: unknown }>`select status, beneficiary from payout
        where transfer_id = ${uuid('exec', executionId)} and step = 'refund_submitted'`.execute(tx),
    )
    return rows
  }
  const refundOfReturned = async (executionId: string): Promise<string> => {
    const refundOf = async () => (await readTransfer(bff, executionId)).refunds[0] ?? ''
    await expect.poll(refundOf, { timeout: 15_000, interval: 200 }).not.toBe('')
    return refundOf()
  }

  test('for no fault of the payee sends the deposit back to its sender automatically', async () => {
    const route = await german()
    await redirected(route, 'FAIL RAIL_REJECTED')
    const { depositId, executionId } = await euros(route, { senderAccount })
    await untilDeposit(bff, depositId, 'RETURNED')
    expect(await refunded(executionId)).toEqual([{ status: 'CONFIRMED', beneficiary }])
  })

  test('stays where its sender is not known, and is the partner’s to decide', async () => {
    const route = await german()
    await redirected(route, 'FAIL RAIL_REJECTED')
    const { depositId } = await euros(route, { senderAccount: '' })
    const deposit = await untilDeposit(bff, depositId, 'HELD')
    const failure = { code: 'RAIL_REJECTED' }
    expect(deposit).toMatchObject({ heldReason: 'PAYOUT_FAILED', failure })
  })

  test('after it was confirmed goes back to the sender, by an execution of its own', async () => {
    const route = await german()
    await redirected(route, 'RETURN BENEFICIARY_ACCOUNT_CLOSED')
    const { depositId, executionId } = await euros(route, { senderAccount })
    await untilDeposit(bff, depositId, 'FORWARDED')
    const back = await refundOfReturned(executionId)
    await expect.poll(() => refunded(back)).toEqual([{ status: 'CONFIRMED', beneficiary }])
    expect((await findDeposit(bff, depositId)).status).toBe('FORWARDED')
  }, 30_000)

  test('after it was confirmed waits for a person where the policy is to hold', async () => {
    const route = await german()
    const fund = uuid('fund', route.fundingAccountId)
    await update('funding_account', fund, "return_strategy = 'HOLD'")
    const own = await accountIn(bff, route.entityId, 'DE')
    await redirected(route, 'RETURN BENEFICIARY_ACCOUNT_CLOSED')
    const { depositId, executionId } = await euros(route, { senderAccount })
    await untilDeposit(bff, depositId, 'FORWARDED')
    const back = await refundOfReturned(executionId)
    const statusOf = async () => (await readTransfer(bff, back)).status
    await expect.poll(statusOf).toBe('IN_REVIEW')
    expect(await refunded(back)).toEqual([])
    const order = { executionId: back, target: own, reason: 'asked for' }
    const sent = await bff.post('/api/v1/xfer/transaction/refund', order)
    expect(sent.status).toBe(200)
    await expect.poll(statusOf).toBe('COMPLETED')
  }, 30_000)
})

test('all published events are in the catalogue, in chains without a gap', async () => {
  await expectEventsPublished(bff, {
    'payin_deposit.initiated': 'funds_received',
    'payin_deposit.transitioned':
      'payment_submitted payment_processed refund_in_flight refunded refund_failed',
    'payin_deposit.action_required': 'held in_review',
  })
})
