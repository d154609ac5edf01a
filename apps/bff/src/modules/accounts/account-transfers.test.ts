import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAccount, externalBase as base } from '../../../test/support/money/accounts.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transferPath,
} from '../../../test/support/money/wallets.ts'

const bff = sharedBff()

const enable = (accountId: string) => bff.post(`${base}/enable`, { accountId })
const disable = (accountId: string) => bff.post(`${base}/disable`, { accountId })
const remove = (accountId: string) => bff.send(`${base}/${accountId}`, { method: 'DELETE' })
const setStatus = (accountId: string, status: string) =>
  bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, { status })
const read = async (accountId: string) => (await bff.get(`${base}/${accountId}`)).body.data

describe('accounts that transfers name', () => {
  let alice: TestWallet
  let bob: TestWallet
  const fromId = () => alice.accounts[0]?.externalAccountId ?? ''
  const toId = () => bob.accounts[0]?.externalAccountId ?? ''
  beforeAll(async () => {
    alice = await makeWallet(bff)
    bob = await makeWallet(bff)
    await fund(bff, alice, 100)
  })
  const quote = async (): Promise<AnyBody> =>
    (await bff.post(simulatePath, aTransfer(alice, bob))).body
  const statusOf = async (executionId: string) =>
    (await bff.get(`${transferPath}/${executionId}`)).body.data.status

  test('a quote dies with the account it names, whichever side that is', async () => {
    for (const id of [fromId(), toId()]) {
      const { executionId } = await quote()
      expect(await statusOf(executionId)).toBe('QUOTED')
      await disable(id)
      expect(await statusOf(executionId)).toBe('EXPIRED')
      await enable(id)
      expect(await statusOf(executionId)).toBe('EXPIRED')
    }
  })

  test('a wallet that was added by its address can be paid', async () => {
    const own = alice.accounts[0]
    const wallet = { walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
    const added = await anAccount(bff, {
      entityId: bob.entityId,
      jurisdictionId: own?.jurisdictionId,
      type: 'WALLET',
      ownership: 'THIRD_PARTY',
      account: undefined,
      wallet,
    })
    const toAccountId = added.accountId
    const paid = await bff.post(simulatePath, aTransfer(alice, bob, { toAccountId }))
    expect(paid.status).toBe(200)
    const back = { fromAccountId: toAccountId, toAccountId: fromId() }
    const refused = await bff.post(simulatePath, aTransfer(bob, alice, back))
    expect([refused.status, refused.body.error.code]).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
  })

  test('422: no new quote names an account that is not enabled', async () => {
    for (const status of ['DISABLED', 'NEEDS_RELINK'])
      for (const [path, id] of [
        ['fromAccountId', fromId()],
        ['toAccountId', toId()],
      ] as const) {
        await setStatus(id, status)
        const refused = await bff.post(simulatePath, aTransfer(alice, bob))
        expect([refused.status, refused.body.error.code]).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
        expect(refused.body.error.details[0].path).toBe(path)
        await setStatus(id, 'ENABLED')
      }
  })

  test('quotes made and accounts disabled at the same time: none survives', async () => {
    const [made] = await Promise.all([quote(), disable(toId())])
    if (made.executionId) expect(await statusOf(made.executionId)).toBe('EXPIRED')
    else expect(made.error.code).toBe('CORRIDOR_UNAVAILABLE')
    await enable(toId())
  })

  test('409: it is not deleted under a transfer that is under way; once that has ended, it is', async () => {
    const { executionId } = await quote()
    const put = (status: string) =>
      bff.deps.db.asWorker((tx) =>
        sql`update transfer set status = ${status}
          where id = ${parseId('cexec', executionId)}`.execute(tx),
      )
    for (const status of ['AWAITING_APPROVAL', 'PENDING', 'IN_REVIEW', 'PROCESSING', 'REFUNDING'])
      for (const id of [fromId(), toId()]) {
        await put(status)
        const refused = [await remove(id), await setStatus(id, 'DELETED')]
        for (const { status: code, body } of refused) {
          expect([code, body.error.code]).toEqual([409, 'ACCOUNT_IN_USE'])
          expect(body.error.details[0].transfers).toEqual([executionId])
        }
      }
    for (const status of ['IN_REVIEW', 'PROCESSING', 'COMPLETED']) await put(status)
    const kept = await read(toId())
    expect(kept).toMatchObject({ status: 'ENABLED', routes: [] })
    expect(kept.recentTransfers[0]).toMatchObject({ executionId, status: 'COMPLETED' })
    expect((await remove(toId())).status).toBe(200)
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'external_account.created': 'enabled',
    'external_account.transitioned': 'disabled',
    'external_account.deleted': 'deleted',
  })
})
