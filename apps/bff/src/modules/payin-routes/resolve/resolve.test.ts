import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn, setTerms } from '../../../../test/support/money/ordinary.ts'
import { readTransfer } from '../../../../test/support/money/ordinary-flow.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
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

const bff = ownBff()
afterEach(() => expectConsistent(bff))

const senderAccount = 'DE89370400440532013000'
const euros = (route: MadeRoute, body: object = {}): Promise<AnyBody> =>
  payTo(bff, route.fundingAccountId, { currency: 'EUR', senderAccount, ...body })
type Held = MadeRoute & { depositId: string }

/** A deposit of a route that is switched off. */
async function held(body: object = {}): Promise<Held> {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  await toggleRoute(bff, route.teleportId, 'inactive')
  const { depositId } = await euros(route, body)
  return { ...route, depositId }
}

/** An account in Spain whose bank does what the name says, and the route changed to it. */
async function toPayee(route: MadeRoute, name: string): Promise<string> {
  const externalAccountId = await accountIn(bff, route.entityId, 'ES', {
    ownership: 'THIRD_PARTY',
    accountHolder: { name, type: 'individual' },
  })
  const { teleportId } = route
  await bff.post(`${payinPath}/update`, { teleportId, externalAccountId })
  return externalAccountId
}

/** A deposit whose payout the payee's bank refused. */
async function refused(): Promise<Held> {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  await toPayee(route, 'FAIL BENEFICIARY_ACCOUNT_CLOSED')
  const { depositId } = await euros(route)
  await untilDeposit(bff, depositId, 'HELD')
  return { ...route, depositId }
}

const another = (route: MadeRoute, place = 'ES') =>
  accountIn(
    bff,
    route.entityId,
    place,
    place === 'ES' ? { account: { iban: 'ES7921000813610123456789' } } : {},
  )
const setRow = (table: string, id: string, change: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update ${sql.table(table)} set ${sql.raw(change)} where id = ${parseId('acc', id)}`.execute(
      tx,
    ),
  )
const setKyc = ({ entityId }: MadeRoute, status: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update kyc_capability set status = ${status}
      where entity_id = ${parseId('ent', entityId)}`.execute(tx),
  )

describe('payinRoutes.resolve, a deposit that is held', () => {
  test('200: forwarded to the destination that was valid when it was received', async () => {
    const item = await held()
    await toPayee(item, 'Somebody Else')
    const answer = await resolveDeposit(bff, { depositId: item.depositId, action: 'FORWARD' })
    expect(answer.body).toEqual({
      success: true,
      data: {
        message: 'The deposit is forwarded.',
        data: {
          depositId: item.depositId,
          teleportId: item.teleportId,
          executionId: expect.stringMatching(/^exec_/),
          previousStatus: 'HELD',
          status: 'FORWARDING',
        },
      },
    })
    const deposit = await untilDeposit(bff, item.depositId, 'FORWARDED')
    const externalAccountId = item.externalAccountId
    expect(deposit.destination).toEqual({ externalAccountId, destinationVersion: 1 })
    expect(await eventsOfDeposit(bff, item.depositId)).toEqual([
      'initiated funds_received',
      'action_required held (ROUTE_INACTIVE)',
      'transitioned funds_received',
      ...(await eventsOfDeposit(bff, item.depositId)).slice(3),
    ])
  })

  test.each(['FORWARD', 'RETURN'])(
    '200: %s also where a partner’s transfer had the name of its execution before such names were refused',
    async (action) => {
      const other = await held()
      await resolveDeposit(bff, { depositId: other.depositId, action: 'FORWARD' })
      await untilDeposit(bff, other.depositId, 'FORWARDED')
      const item = await held()
      // As it was written then: the claim of the name, by a transfer that has nothing to do with it.
      await bff.deps.db.asWorker((tx) =>
        sql`insert into transaction_claim (partner_id, transaction_id, transfer_id)
          select partner_id, ${item.depositId}, transfer_id from transaction_claim
          where transaction_id = ${other.depositId}`.execute(tx),
      )
      const { depositId } = item
      const answer = await resolveDeposit(bff, { depositId, action })
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      const deposit = await untilDeposit(
        bff,
        depositId,
        action === 'FORWARD' ? 'FORWARDED' : 'RETURNED',
      )
      expect(deposit.status).toBe(action === 'FORWARD' ? 'FORWARDED' : 'RETURNED')
      const made = await readTransfer(bff, answer.body.data.data.executionId)
      expect(made.transactionId).toBe(`${depositId}-2`)
    },
  )

  test('200: forwarded to another account, and the route stays off', async () => {
    const item = await held()
    const target = await another(item)
    const action = { depositId: item.depositId, action: 'FORWARD', target }
    expect((await resolveDeposit(bff, action)).status).toBe(200)
    const deposit = await untilDeposit(bff, item.depositId, 'FORWARDED')
    expect(deposit.destination).toEqual({ externalAccountId: target, destinationVersion: 1 })
  })

  test('200: returned to whoever sent it, without fees; or to an account that is named', async () => {
    const [first, other] = [await held(), await held({ senderAccount: '' })]
    const reason = 'not ours'
    const back = { depositId: first.depositId, action: 'RETURN', reason }
    const answer = await resolveDeposit(bff, back)
    expect(answer.body.data.data).toMatchObject({ status: 'RETURNING', previousStatus: 'HELD' })
    const target = await another(other, 'DE')
    const named = { depositId: other.depositId, action: 'RETURN', target }
    expect((await resolveDeposit(bff, named)).status).toBe(200)
    const { executionId } = await untilDeposit(bff, first.depositId, 'RETURNED')
    expect((await readTransfer(bff, executionId)).to).toMatchObject({ amount: 100 })
    await untilDeposit(bff, other.depositId, 'RETURNED')
    const audited = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'reason', 'actor_type'])
        .where('object_id', '=', first.depositId)
        .execute(),
    )
    expect(audited).toEqual([
      { action: 'payin_deposit.return', reason, actor_type: expect.any(String) },
    ])
  })

  test('200: kept, however often', async () => {
    const { depositId } = await held()
    const before = await findDeposit(bff, depositId)
    for (const _ of [1, 2]) {
      const answer = await resolveDeposit(bff, { depositId, action: 'HOLD' })
      expect(answer.body.data).toMatchObject({
        message: 'The deposit is already held.',
        data: { previousStatus: 'HELD', status: 'HELD', executionId: '' },
      })
    }
    expect(await findDeposit(bff, depositId)).toEqual(before)
  })

  test('200: of 50 at once one decides, and it is paid once', async () => {
    const { depositId } = await held()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        resolveDeposit(bff, { depositId, action: at % 2 === 0 ? 'FORWARD' : 'RETURN' }),
      ),
    )
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    // On a slow machine some give up waiting for the deposit's lock.
    expect([count(200), count(422) + count(503)]).toEqual([1, 49])
    const winner = answers.find(({ status }) => status === 200)
    const { executionId, status } = winner?.body.data.data ?? {}
    await untilDeposit(bff, depositId, status === 'FORWARDING' ? 'FORWARDED' : 'RETURNED')
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ id: string }>`select p.id from payout p join transfer t on t.partner_id = p.partner_id
        and t.id = p.transfer_id where t.deposit_id = ${parseId('dep', depositId)}`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    expect((await findDeposit(bff, depositId)).executionId).toBe(executionId)
  })
})

describe('payinRoutes.resolve, a deposit whose execution holds its money', () => {
  test('200: a refused payout goes out again to another account, or back', async () => {
    const [first, other] = [await refused(), await refused()]
    const failed = await findDeposit(bff, first.depositId)
    expect(failed).toMatchObject({
      heldReason: 'PAYOUT_FAILED',
      failure: { code: 'BENEFICIARY_ACCOUNT_CLOSED' },
      allowedActions: ['FORWARD', 'RETURN', 'HOLD'],
    })
    const target = await another(first)
    const forward = { depositId: first.depositId, action: 'FORWARD', target }
    const answer = await resolveDeposit(bff, forward)
    expect(answer.body.data.data).toMatchObject({
      executionId: failed.executionId,
      status: 'FORWARDING',
    })
    const back = { depositId: other.depositId, action: 'RETURN' }
    expect((await resolveDeposit(bff, back)).body.data.data.status).toBe('RETURNING')
    const deposit = await untilDeposit(bff, first.depositId, 'FORWARDED')
    expect(deposit.destination.externalAccountId).toBe(target)
    expect(await untilDeposit(bff, other.depositId, 'RETURNED')).toMatchObject({
      amountOut: { amount: 0 },
      fees: { totalFees: { amount: 0 } },
    })
  })

  test('200: what could not go back goes to an account that is named; forwarding is over', async () => {
    const deposit = await held({ senderName: 'FAIL BENEFICIARY_ACCOUNT_CLOSED' })
    const { depositId } = deposit
    await resolveDeposit(bff, { depositId, action: 'RETURN' })
    await untilDeposit(bff, depositId, 'HELD')
    const forward = await resolveDeposit(bff, { depositId, action: 'FORWARD' })
    expect(forward.body.error.details[0]).toMatchObject({
      from: 'HELD',
      to: 'FORWARDING',
      allowed: ['RETURNING', 'HELD'],
    })
    const target = await another(deposit, 'DE')
    expect((await resolveDeposit(bff, { depositId, action: 'RETURN', target })).status).toBe(200)
    await untilDeposit(bff, depositId, 'RETURNED')
  })
})

describe('payinRoutes.resolve, refused', () => {
  const act = (depositId: string, action: string, more: object = {}) =>
    resolveDeposit(bff, { depositId, action, ...more })

  test('404 RECORD_NOT_FOUND: an unknown deposit, and another partner’s', async () => {
    const { depositId } = await held()
    const unknown = await act(`dep_${'0'.repeat(26)}`, 'HOLD')
    expect(unknown.body.error).toMatchObject({
      code: 'RECORD_NOT_FOUND',
      details: [{ path: 'depositId' }],
    })
    const foreign = await resolveDeposit(bff, { depositId, action: 'HOLD' }, {}, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('404 and 400: no such account, and no payee to return it to', async () => {
    const { depositId } = await held({ senderAccount: '' })
    const target = `acc_${'0'.repeat(26)}`
    for (const [action, more] of [
      ['FORWARD', { target }],
      ['RETURN', { target }],
    ] as const) {
      const answer = await act(depositId, action, more)
      expect(codeOf(answer)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
      expect(answer.body.error.details[0].path).toBe('target')
    }
    const unnamed = await act(depositId, 'RETURN')
    expect(codeOf(unnamed)).toEqual([400, 'FIELD_REQUIRED'])
    expect(unnamed.body.error.details[0].path).toBe('target')
  })

  test('400: to anybody but its payer a deposit is forwarded, not returned', async () => {
    const item = await held()
    const friend = await accountIn(bff, item.entityId, 'DE', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'A Friend', type: 'individual' },
    })
    const stranger = await held({ senderName: 'Grace Hopper' })
    const own = await another(stranger, 'DE')
    for (const [depositId, target] of [
      [item.depositId, friend],
      [stranger.depositId, own],
    ] as const) {
      const answer = await act(depositId, 'RETURN', { target })
      expect(codeOf(answer)).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
      expect(answer.body.error.details[0].message).toContain('forwarded')
    }
    expect((await act(stranger.depositId, 'RETURN')).status).toBe(200)
    await untilDeposit(bff, stranger.depositId, 'RETURNED')
  })

  test('400 and 422: the account, the customers and the limits do not allow it', async () => {
    const item = await held()
    const { depositId } = item
    const target = await another(item)
    expect(codeOf(await act(depositId, 'RETURN', { target }))).toEqual([
      expect.any(Number),
      'ACCOUNT_TYPE_NOT_ALLOWED',
    ])
    await setRow('external_account', item.externalAccountId, "status = 'DISABLED'")
    expect(codeOf(await act(depositId, 'FORWARD'))[1]).toBe('CORRIDOR_UNAVAILABLE')
    await setRow('external_account', item.externalAccountId, "status = 'ENABLED'")
    await setKyc(item, 'PAUSED')
    expect(codeOf(await act(depositId, 'FORWARD'))[1]).toBe('KYC_REQUIRED')
    await setKyc(item, 'APPROVED')
    await setTerms(bff, { txnLimit: 50 })
    expect(codeOf(await act(depositId, 'FORWARD'))[1]).toBe('LIMIT_DAILY')
    await setTerms(bff, {})
    const { rates } = bff.deps
    const late = { midRate: () => ({ ok: false as const, failure: 'RATES_STALE' as const }) }
    Object.assign(bff.deps, { rates: late })
    expect(codeOf(await act(depositId, 'FORWARD'))).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    Object.assign(bff.deps, { rates })
    const small = await held({ amount: 0.02 })
    expect(codeOf(await act(small.depositId, 'FORWARD'))[1]).toBe('AMOUNT_BELOW_MIN')
    for (const id of [depositId, small.depositId])
      expect(await findDeposit(bff, id)).toMatchObject({ status: 'HELD', executionId: '' })
  })

  test('422 ILLEGAL_TRANSITION: not held, or in compliance’s hands', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const { depositId } = await euros(route)
    await untilDeposit(bff, depositId, 'FORWARDED')
    const listed = await euros(route, { senderName: 'Osama bin Laden' })
    await untilDeposit(bff, listed.depositId, 'HELD')
    for (const [id, from] of [
      [depositId, 'FORWARDED'],
      [listed.depositId, 'HELD'],
    ]) {
      const answer = await act(id ?? '', 'RETURN')
      expect(codeOf(answer)).toEqual([422, 'ILLEGAL_TRANSITION'])
      expect(answer.body.error.details[0]).toMatchObject({ from, to: 'RETURNING', allowed: [] })
    }
    const path = `/api/v1/sandbox/transfer/${listed.executionId}/review`
    expect((await bff.post(path, { decision: 'APPROVED' })).status).toBe(200)
    await untilDeposit(bff, listed.depositId, 'FORWARDED')
  })

  test('422: what a bank took in another currency than the account’s can only go back', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const { depositId } = await euros(route, { currency: 'USD' })
    expect(await findDeposit(bff, depositId)).toMatchObject({
      heldReason: 'UNSUPPORTED_ASSET',
      allowedActions: ['RETURN', 'HOLD'],
    })
    expect(codeOf(await act(depositId, 'FORWARD'))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await act(depositId, 'RETURN')).status).toBe(200)
    await untilDeposit(bff, depositId, 'RETURNED')
  })

  test('200: one that waited for compliance continues when the customers are verified again', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    await setKyc(route, 'PAUSED')
    const { depositId } = await euros(route)
    await untilDeposit(bff, depositId, 'HELD')
    expect(codeOf(await act(depositId, 'FORWARD'))).toEqual([422, 'ILLEGAL_TRANSITION'])
    await setKyc(route, 'APPROVED')
    // The route itself waits to be switched on again; that is another matter.
    const off = "status = 'inactive', reason = 'COMPLIANCE_HOLD'"
    await bff.deps.db.asWorker((tx) =>
      sql`update payin_route set ${sql.raw(off)}
        where id = ${parseId('tele', route.teleportId)}`.execute(tx),
    )
    expect((await act(depositId, 'FORWARD')).status).toBe(200)
    await untilDeposit(bff, depositId, 'FORWARDED')
  })

  test('422 LIMIT_DAILY: no decision lifts the limit that a deposit is held for', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    await setTerms(bff, { txnLimit: 50 })
    const { depositId } = await euros(route)
    expect((await untilDeposit(bff, depositId, 'HELD')).heldReason).toBe('LIMIT')
    expect(codeOf(await act(depositId, 'FORWARD'))[1]).toBe('LIMIT_DAILY')
    await setTerms(bff, {})
    expect((await act(depositId, 'FORWARD')).status).toBe(200)
    await untilDeposit(bff, depositId, 'FORWARDED')
  })

  test('409 VERSION_CONFLICT: it was changed since', async () => {
    const { depositId } = await held()
    const answer = await resolveDeposit(bff, { depositId, action: 'HOLD' }, { 'if-match': '99' })
    expect(codeOf(answer)).toEqual([409, 'VERSION_CONFLICT'])
  })
})

test('all of it was published, in chains without a gap', async () => {
  await expectEventsPublished(bff, {
    'payin_deposit.initiated': 'funds_received',
    'payin_deposit.transitioned': 'funds_received payment_processed refund_in_flight refunded',
    'payin_deposit.action_required': 'held in_review',
  })
})
