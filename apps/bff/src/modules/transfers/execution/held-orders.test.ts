import { parseId, type KycState } from '@corridor/domain'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aParty, type Side } from '../../../../test/support/money/ordinary.ts'
import {
  act,
  eventTypesOf,
  paidIn,
  readTransfer,
  started,
  stepsOf,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { asOperator } from '../../../../test/support/people/kyc.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { readCover, recountCover, stateCover } from '../../../records/ledger/cover-store.ts'
import { refreshCover } from '../../treasury/cover.ts'
import { haltPayouts, resumePayouts } from '../../../records/ledger/halts.ts'

const bff = ownBff()
let site: OrdinarySite
let states: Side
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  states = await aParty(bff, 'US')
})
afterEach(() => expectConsistent(bff))
afterAll(() => cover('USD', 1_000_000_000_00n))

const cover = (asset: string, balance: bigint, scale = 2) =>
  bff.deps.db.asWorker((tx) => stateCover(tx, { asset, scale, balance }))
const coverIs = () => bff.deps.db.asWorker((tx) => readCover(tx))
const accountIs = (accountId: string, status: string) =>
  bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, { status, reason: 'a test' })
const ownerIs = (accountId: string, entityId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('external_account')
      .set({ entity_id: parseId('ent', entityId) ?? '' })
      .where('id', '=', parseId('acc', accountId) ?? '')
      .execute(),
  )
const decide = (executionId: string, decision: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })
const held = (executionId: string) => until(bff, executionId, 'IN_REVIEW')
const noticeEvents = async (executionId: string) =>
  (await eventTypesOf(bff, executionId)).filter((line) => line.startsWith('action_required'))
/** No order was written, or none that left. */
const ordersOf = async (executionId: string) => {
  const { body } = await bff.get(`${transferPath}/${executionId}/timeline`)
  return body.data.ledger.filter(({ step }: { step: string }) =>
    step.startsWith('payout_submitted'),
  )
}
const ledgerless = async (executionId: string) => expect(await ordersOf(executionId)).toEqual([])

describe('the payee’s account', () => {
  test('that was disabled after the quote was accepted is not paid: the partner is asked once', async () => {
    const payee = await aParty(bff, 'ES')
    const { executionId } = await started(bff, site.germany, payee)
    await accountIs(payee.accountId, 'DISABLED')
    await paidIn(bff, executionId)
    expect(await held(executionId)).toMatchObject({
      eventStatus: 'in_review',
      allowedActions: ['resolve', 'retry'],
      review: {
        reason: 'BENEFICIARY_ACCOUNT_CLOSED',
        decider: 'partner',
        allowedActions: ['RETURN'],
      },
    })
    expect(stepsOf(await readTransfer(bff, executionId))).toMatchObject({
      compliance_check: 'completed',
      conversion: 'waiting',
      payout_submitted: 'pending',
    })
    await ledgerless(executionId)
    expect(await noticeEvents(executionId)).toEqual([
      'action_required in_review: IN_REVIEW → IN_REVIEW',
    ])
    await accountIs(payee.accountId, 'ENABLED')
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['review']).toBeUndefined()
  })

  test('that belongs to somebody else since the quote was accepted is not paid, though it is enabled', async () => {
    const payee = await aParty(bff, 'ES')
    const { executionId } = await started(bff, site.germany, payee)
    await ownerIs(payee.accountId, site.usdc.entityId)
    await paidIn(bff, executionId)
    expect(await held(executionId)).toMatchObject({
      review: {
        reason: 'BENEFICIARY_ACCOUNT_CLOSED',
        decider: 'partner',
        allowedActions: ['RETURN'],
      },
    })
    await ledgerless(executionId)
    expect(await noticeEvents(executionId)).toHaveLength(1)
    await ownerIs(payee.accountId, payee.entityId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('another one is named by a retry, or the money goes back', async () => {
    const payee = await aParty(bff, 'ES')
    const [moved, returned] = await Promise.all(
      [0, 1].map(async () => (await started(bff, site.germany, payee))['executionId']),
    )
    await accountIs(payee.accountId, 'DISABLED')
    await Promise.all([moved, returned].map((id) => paidIn(bff, id)))
    await Promise.all([moved, returned].map(held))
    const same = await act(bff, 'retry', { executionId: moved })
    expect(codeOf(same)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    const toAccountId = await site.spanish(payee.entityId)
    const other = await act(bff, 'retry', { executionId: moved, toAccountId })
    expect(other.body.data).toMatchObject({ status: 'PROCESSING', to: { accountId: toAccountId } })
    const resolved = await bff.post(`${transferPath}/${returned}/resolve`, { action: 'RETURN' })
    expect(resolved.body.data.status).toBe('REFUNDING')
    await Promise.all([until(bff, moved, 'COMPLETED'), until(bff, returned, 'REFUNDED')])
  })
})

describe('the customers', () => {
  test.each<KycState>(['PAUSED', 'OFFBOARDED', 'EXPIRED'])(
    'a payee whose verification is %s meanwhile is not paid, and the operator decides',
    async (status) => {
      const payee = await aParty(bff, 'ES')
      const { executionId } = await started(bff, site.germany, payee)
      const { jurisdictionOut } = await verificationIs(payee, status)
      await paidIn(bff, executionId)
      expect(await held(executionId)).toMatchObject({
        review: { reason: 'COMPLIANCE_KYC_PAUSED', decider: 'operator', allowedActions: [] },
      })
      await ledgerless(executionId)
      expect(jurisdictionOut).toMatch(/^jur_/)
      await decide(executionId, 'REJECTED')
      await until(bff, executionId, 'REFUNDED')
    },
  )

  test('a verification that runs out after the check, before the order', async () => {
    const payee = await aParty(bff, 'ES')
    await bff.deps.db.asWorker((tx) =>
      haltPayouts(tx, { asset: 'EUR', reason: 'a test', problems: [] }),
    )
    const executionId = await site.paid(site.germany, payee)
    expect(await held(executionId)).toMatchObject({ review: { reason: 'INTERNAL_PAYOUTS_HALTED' } })
    await verificationIs(payee, 'EXPIRED')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    await decide(executionId, 'APPROVED')
    while ((await readTransfer(bff, executionId))['review']?.reason !== 'COMPLIANCE_KYC_PAUSED');
    await ledgerless(executionId)
    await verificationIs(payee, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })
})

async function verificationIs({ entityId }: Side, status: KycState) {
  return bff.deps.db.asWorker(async (tx) => {
    const rows = await tx
      .updateTable('kyc_capability')
      .set({ status })
      .where('entity_id', '=', parseId('ent', entityId) ?? '')
      .returning('jurisdiction_id')
      .execute()
    return { jurisdictionOut: rows[0]?.jurisdiction_id ?? '' }
  })
}

describe('a halt', () => {
  test('holds what it stops with a reason, and reports it once; it goes on when the halt ends', async () => {
    const halt = { asset: 'EUR', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    const executionId = await site.paid(site.germany, site.spain)
    expect(await held(executionId)).toMatchObject({
      review: { reason: 'INTERNAL_PAYOUTS_HALTED', decider: 'operator' },
    })
    expect(await noticeEvents(executionId)).toHaveLength(1)
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    await until(bff, executionId, 'COMPLETED')
  })
})

describe('cover', () => {
  test('a quote is refused while the treasury cannot pay it out', async () => {
    await cover('USD', 50_00n)
    const { body } = await bff.post('/api/v1/xfer/transaction/simulate', {
      transactionId: 'no-cover',
      fromEntityId: site.germany.entityId,
      fromAccountId: site.germany.accountId,
      toEntityId: states.entityId,
      toAccountId: states.accountId,
      exactAmountIn: 100,
    })
    expect(body.error).toMatchObject({
      code: 'CORRIDOR_UNAVAILABLE',
      details: [{ path: 'toAccountId', message: expect.stringContaining('USD') }],
    })
    await cover('USD', 1_000_000_00n)
  })

  test('an order without cover is held at once and reported once, and goes on when there is some', async () => {
    await cover('USD', 1_000_000_00n)
    const { executionId } = await started(bff, site.germany, states)
    await cover('USD', 0n)
    await paidIn(bff, executionId)
    expect(await held(executionId)).toMatchObject({
      review: { reason: 'INTERNAL_NO_COVER', decider: 'operator', allowedActions: [] },
    })
    await ledgerless(executionId)
    expect(await noticeEvents(executionId)).toHaveLength(1)
    await decide(executionId, 'APPROVED')
    await held(executionId)
    await cover('USD', 1_000_000_00n)
    await until(bff, executionId, 'COMPLETED')
  })

  test('of orders that one payment fits, one is paid and the others wait', async () => {
    await cover('USD', 1_000_000_00n)
    const ids = await Promise.all(
      [0, 1, 2].map(async () => (await started(bff, site.germany, states))['executionId']),
    )
    await cover('USD', 150_00n)
    await Promise.all(ids.map((id) => paidIn(bff, id)))
    const countOf = async (status: string) => {
      const all = await Promise.all(ids.map((id) => readTransfer(bff, id)))
      return all.filter((item) => item['status'] === status).length
    }
    while ((await countOf('COMPLETED')) < 1 || (await countOf('IN_REVIEW')) < 2);
    await cover('USD', 1_000_000_00n)
    await Promise.all(ids.map((id) => until(bff, id, 'COMPLETED')))
  })

  test('32 payments by many callers, to payees of several assets, never stop each other, and nothing is paid that is not there', async () => {
    const onChain = async () => {
      await refreshCover(bff.deps)
      const found = (await coverIs()).find(({ asset }) => asset.startsWith('USDC@'))
      if (!found) throw new Error('nothing is known of what the treasury holds')
      return found
    }
    const { asset: coin, scale } = await onChain()
    const all = () => bff.deps.db.asWorker((tx) => recountCover(tx, ['EUR', 'USD', coin]))
    const reserve = (amount: bigint) =>
      bff.deps.db.asWorker((tx) => stateCover(tx, { asset: coin, scale, reserve: amount }))
    const { germany, spain, usdc } = site
    const ways: [Side, Side][] = [
      [germany, states],
      [states, germany],
      [germany, spain],
      [spain, germany],
      [germany, usdc],
      [states, usdc],
      [states, spain],
      [spain, states],
    ]
    await Promise.all([cover('EUR', 1_000_000_00n), cover('USD', 1_000_000_00n), reserve(0n)])
    const over = new AbortController()
    onTestFinished(() => over.abort())
    const lowest: bigint[] = []
    const counting = (async () => {
      while (!over.signal.aborted) {
        await refreshCover(bff.deps)
        lowest.push(...(await all()).map(({ available }) => available))
      }
    })()
    const pay = async (executionId: string) =>
      expect((await paidIn(bff, executionId)).status).toBe(200)
    // Fewer callers than there are connections: whoever is refused met a lock.
    const begin = async ([from, to]: [Side, Side]) => {
      const begun: string[] = []
      for (let nth = 0; nth < 4; nth += 1) {
        const { executionId } = await started(bff, from, to)
        begun.push(executionId)
        if (nth < 2) await pay(executionId)
      }
      return begun
    }
    const recordsOf = (ids: string[]) => Promise.all(ids.map((id) => readTransfer(bff, id)))
    const begun = await Promise.all(ways.map(begin))
    const ids = begun.flat()
    await Promise.all(
      begun.flatMap((of) => of.slice(0, 2)).map((id) => until(bff, id, 'COMPLETED')),
    )
    const scarce = (await onChain()).balance - 150n * 10n ** BigInt(scale)
    await Promise.all([cover('EUR', 100_00n), cover('USD', 100_00n), reserve(scarce)])
    const later = begun.map(async (of) => {
      for (const executionId of of.slice(2)) await pay(executionId)
    })
    await Promise.all(later)
    const settled = async () => {
      const records = await recordsOf(ids)
      const count = (wanted: string) => records.filter(({ status }) => status === wanted).length
      return count('COMPLETED') + count('IN_REVIEW') === 32 && count('IN_REVIEW') >= 3
    }
    while (!(await settled()));
    over.abort()
    await counting
    expect(lowest.filter((available) => available < 0n)).toEqual([])
    await Promise.all([cover('EUR', 1_000_000_00n), cover('USD', 1_000_000_00n), reserve(0n)])
    await Promise.all(ids.map((id) => until(bff, id, 'COMPLETED')))
  }, 120_000)

  test('a refund without cover is held, too, and the operator’s no does not lose it', async () => {
    const executionId = await site.paid(site.germany, site.spain, {})
    await until(bff, executionId, 'COMPLETED')
    const failed = await site.failed()
    await cover('EUR', -1_000_000_00n)
    await act(bff, 'refund', { executionId: failed.executionId, reason: 'no other account' })
    expect(await held(failed.executionId)).toMatchObject({
      eventStatus: 'refund_failed',
      review: { reason: 'INTERNAL_NO_COVER', decider: 'operator' },
    })
    await cover('EUR', 1_000_000_00n)
    await until(bff, failed.executionId, 'REFUNDED')
  })

  test('a payout whose gas the treasury cannot pay is held', async () => {
    const { executionId } = await started(bff, site.germany, site.usdc)
    const [coin] = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('treasury_cover')
        .selectAll()
        .where('token', '=', '')
        .where('chain_id', 'is not', null)
        .execute(),
    )
    const { asset = '', scale = 18 } = coin ?? {}
    const reserve = (amount: bigint) =>
      bff.deps.db.asWorker((tx) => stateCover(tx, { asset, scale, reserve: amount }))
    await reserve(10n ** 40n)
    await paidIn(bff, executionId)
    expect(await held(executionId)).toMatchObject({ review: { reason: 'INTERNAL_NO_COVER' } })
    await reserve(0n)
    await until(bff, executionId, 'COMPLETED')
  })
})

test('the operator’s pause while it is held is kept to', async () => {
  const payee = await aParty(bff, 'ES')
  const { executionId } = await started(bff, site.germany, payee)
  await accountIs(payee.accountId, 'DISABLED')
  await paidIn(bff, executionId)
  await held(executionId)
  await asOperator(bff, payee.entityId, (service, tx, by) =>
    service.hold(tx, by, payee.entityId, { event: 'pause', reason: 'a document is missing' }),
  )
  await accountIs(payee.accountId, 'ENABLED')
  expect(await held(executionId)).toBeDefined()
  await decide(executionId, 'REJECTED')
  await until(bff, executionId, 'REFUNDED')
})
