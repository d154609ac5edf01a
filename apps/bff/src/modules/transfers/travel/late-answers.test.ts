import { ok, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { accountIn, rowOf, type Side } from '../../../../test/support/money/ordinary.ts'
import { readTransfer, stepsOf } from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import { trpVersion, verdictOf } from '../../../outside/travel-rule/gateway.ts'
import type { TravelMessage, TravelRuleLink, TravelVerdict } from '../../../ports/travel-rule.ts'
import { ordersOf } from '../../../records/transfers/payout-store.ts'
import { StaleClaim } from '../../../records/transfers/steps/store.ts'
import { findUnanswered } from '../funding/store.ts'
import { createTravelCheck, refusedCode, silentCode } from './check.ts'
import { setLate } from './store.ts'

const bff = sharedBff()
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})

let made = 0
async function payeeWallet(): Promise<Side & { address: string }> {
  made += 1
  const { entityId } = site.usdc
  const address = `0x${(0x7b_00_00_00 + made).toString(16).padStart(40, '0')}`
  const accountId = await accountIn(bff, entityId, site.tokenId, {
    ownership: 'THIRD_PARTY',
    accountHolder: { name: 'Grace Hopper', type: 'individual' },
    wallet: { walletAddress: address },
  })
  return { entityId, accountId, address }
}
const paid = (to: Side): Promise<string> => site.paid(site.germany, to, { exactAmountIn: 2_000 })

let completed: string | undefined
/** Another order of a payment that is over, to a wallet that nobody was asked about. */
async function anOrder() {
  const { deps } = bff
  if (completed === undefined) {
    completed = await paid(await payeeWallet())
    await until(bff, completed, 'COMPLETED')
  }
  const transfer = await rowOf(bff, completed)
  const [written] = await deps.db.asWorker((tx) => ordersOf(tx, transfer))
  if (!written) throw new Error('no order')
  const account_id = parseId('acc', (await payeeWallet()).accountId) ?? null
  const order = { ...written, id: deps.ids.uuid(), account_id }
  const asked = (travelRule: TravelRuleLink, settings: object = {}) =>
    createTravelCheck({ ...deps, travelRule, config: { ...deps.config, ...settings } })(
      order,
      transfer,
    )
  return { order, transfer, asked }
}
/** A provider that gives no answer at once. */
const linkTo = (
  meanwhile: (message: TravelMessage) => Promise<void> = () => Promise.resolve(),
): TravelRuleLink => ({
  name: 'a-link',
  simulated: true,
  isOpen: true,
  send: (message) => meanwhile(message).then(() => ok({ counterparty: '' })),
})
const late = (order: PayoutRow, verdict: TravelVerdict, isReleased = false) =>
  bff.deps.db.asWorker((tx) => setLate(tx, order, verdict, isReleased))
/** What `work` finds, of which nothing stays. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined
  const undo = new Error('undo')
  await bff.deps.db
    .asWorker(async (tx) => {
      found = { value: await work(tx) }
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (!found) throw new Error('nothing was found')
  return found.value
}
/** The transfers that are looked at, behind many orders of others that were given up before. */
async function crowded(tx: Tx, transferId: string) {
  await sql`with given_up as (
      insert into payout select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
        'attempt', n + 1, 'status', 'FAILED', 'failure_code', 'BENEFICIARY_ACCOUNT_CLOSED'))).*
      from payout p, generate_series(1, 200) n where p.transfer_id = ${transferId} returning id)
    insert into travel_message select (jsonb_populate_record(m, jsonb_build_object(
      'payout_id', g.id, 'token_hash', null, 'due_at', m.created_at - interval '1 day'))).*
    from travel_message m, given_up g where m.transfer_id = ${transferId}`.execute(tx)
  await sql`update travel_message m set due_at = m.created_at
    from payout p where p.id = m.payout_id and p.status = 'CREATED'
      and m.transfer_id = ${transferId}`.execute(tx)
  return findUnanswered(tx)
}

describe('an order that is announced', () => {
  test.each([
    ['ACCEPTED', undefined],
    ['NOT_A_PROVIDER', undefined],
    ['REJECTED', { kind: 'review', code: refusedCode }],
  ] as const)('%s after the time, and before it is held, counts', async (state, outcome) => {
    const verdict = { state, reason: 'No such customer.' }
    const { asked, order } = await anOrder()
    // It comes while the request is under way, and finds the time over.
    const slow = linkTo(async () => void (await late(order, verdict)))
    const pay = { TRAVEL_RULE_ANSWER_MINUTES: 0, TRAVEL_RULE_UNANSWERED: 'pay' }
    const found = await asked(slow, pay)
    if (outcome) expect(found).toMatchObject(outcome)
    else expect(found).toBeUndefined()

    // Between the end of the time and the review: what is written then is not what was found.
    const second = await anOrder()
    const held = await second.asked(linkTo(), { TRAVEL_RULE_ANSWER_MINUTES: 0 })
    expect(held).toMatchObject({ kind: 'review', code: silentCode })
    await late(second.order, verdict)
    const write = held?.kind === 'review' ? held.write : undefined
    await expect(bff.deps.db.asWorker((tx) => write?.(tx) ?? Promise.resolve())).rejects.toThrow(
      StaleClaim,
    )
    const again = await second.asked(linkTo())
    if (outcome) expect(again).toMatchObject(outcome)
    else expect(again).toBeUndefined()
  })

  test('a refusal after an approval, and before it leaves, is put before people once more', async () => {
    const { asked, order, transfer } = await anOrder()
    const held = await asked(linkTo(), { TRAVEL_RULE_ANSWER_MINUTES: 0 })
    if (held?.kind !== 'review') throw new Error('not held')
    await bff.deps.db.asWorker((tx) => held.write?.(tx) ?? Promise.resolve())
    transfer.review = { cleared: [silentCode] }
    expect(await asked(linkTo())).toBeUndefined()
    await late(order, { state: 'REJECTED', reason: 'No such customer.' }, true)
    expect(await asked(linkTo())).toMatchObject({ code: refusedCode })
  })

  test('names who really paid, and nothing of the customer', async () => {
    const { asked, transfer } = await anOrder()
    await bff.deps.db.asWorker((tx) =>
      sql`update deposit set sender = sender || '{"ultimateName":"Walter Stranger"}'::jsonb
        where transfer_id = ${transfer.id}`.execute(tx),
    )
    const sent: TravelMessage[] = []
    await asked(linkTo(async (message) => void sent.push(message)))
    const { originatorPersons } = sent[0]?.payload.originator ?? {}
    expect(originatorPersons).toEqual([
      {
        naturalPerson: {
          name: {
            nameIdentifier: [{ primaryIdentifier: 'Walter Stranger', nameIdentifierType: 'LEGL' }],
          },
        },
      },
    ])
  })

  test('that was given up waits for nobody, and crowds out none that waits', async () => {
    const wallet = await payeeWallet()
    await bff.post('/api/v1/sandbox/travel-rule/answer', {
      address: wallet.address,
      answer: 'NONE',
    })
    const executionId = await paid(wallet)
    const step = async () => stepsOf(await readTransfer(bff, executionId))['payout_submitted']
    await expect.poll(step, { timeout: 20_000 }).toBe('waiting')
    const { id: transferId, partner_id: partnerId } = await rowOf(bff, executionId)
    const found = await undone((tx) => crowded(tx, transferId))
    expect(found).toEqual([{ partnerId, transferId }])

    // The order is looked at again while it waits, and its account takes no more payments.
    await bff.deps.db.asWorker((tx) =>
      sql`update external_account set status = 'DISABLED'
        where id = ${parseId('acc', wallet.accountId) ?? ''}`.execute(tx),
    )
    bff.deps.jobs.runNow({ partnerId, transferId })
    await until(bff, executionId, 'IN_REVIEW')
    const path = `${transferPath}/${executionId}/resolve`
    expect(codeOf(await bff.post(path, { action: 'RETURN' }))[0]).toBe(200)
    const done = await until(bff, executionId, 'REFUNDED')
    expect(done['travelRule'].state).toBe('UNANSWERED')
    const accepted = { executionId, answer: 'ACCEPTED' }
    expect(codeOf(await bff.post('/api/v1/sandbox/travel-rule/answer', accepted))[0]).toBe(200)
    expect((await readTransfer(bff, executionId))['travelRule'].lateAnswer).toBe('ACCEPTED')
  })
})

test.each([
  [{ approved: {} }, 'ACCEPTED'],
  [{ version: trpVersion, approved: { address: '0xAB', callback: 'x' }, name: 'A' }, 'ACCEPTED'],
  [{ approved: { address: '0xcd' } }, 'REJECTED'],
  [{ rejected: '' }, 'REJECTED'],
  [{ selfHosted: true }, 'NOT_A_PROVIDER'],
  [{ approved: {}, rejected: 'No such customer.' }, undefined],
  [{ approved: {}, rejected: { reason: 'No such customer.' } }, undefined],
  [{ approved: {}, selfHosted: true }, undefined],
  [{ rejected: 'No such customer.', selfHosted: true }, undefined],
  [{}, undefined],
])('the answer %j is %s', (answered, state) => {
  expect(verdictOf(answered, '0xab')?.state).toBe(state)
})
