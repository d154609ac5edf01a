import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { makeWallet, type TestWallet } from '../../../test/support/money/wallets.ts'

const bff = sharedBff()
let alice: TestWallet
let stranger: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  stranger = await makeWallet(bff, bff.second)
})

const base = '/api/v1/xfer/accounts/external'
const idsOf = async (path: string) => {
  const { body } = await bff.get(path)
  return body.data.map((account: { accountId: string }) => account.accountId)
}

describe('accounts.readExternal', () => {
  test('200: the whole account with the bank members empty', async () => {
    const [account] = alice.accounts
    const { body } = await bff.get(`${base}/${account?.externalAccountId}`)
    expect(body.data).toMatchObject({
      accountId: account?.externalAccountId,
      ownership: 'SELF',
      accountHolder: { name: 'Ada Okonkwo', type: 'individual' },
      account: { accountNumber: '', bankIban: '', additionalDetails: {} },
      nickname: 'Treasury',
      recentTransfers: [],
      version: 1,
    })
  })

  test('404: unknown or foreign', async () => {
    const foreign = stranger.accounts[0]?.externalAccountId
    for (const id of ['acc_01h455vb4pex5vsknk084sn02q', foreign, '%00']) {
      const refused = await bff.get(`${base}/${id}`)
      expect([id, refused.status, refused.body.error.code]).toEqual([id, 404, 'ACCOUNT_NOT_FOUND'])
    }
  })
})

describe('accounts.listExternal and accounts.listExternalOfEntity', () => {
  test('200: of this partner alone, filtered by kind, status and jurisdiction', async () => {
    const own = alice.accounts.map((account) => account.externalAccountId)
    expect(new Set(await idsOf(base))).toEqual(new Set(own))
    const [first] = alice.accounts
    const item = `?jurisdictionId=${first?.jurisdictionId}&status=ENABLED&kind=NON_CUSTODIAL_WALLET`
    expect(await idsOf(base + item)).toEqual([first?.externalAccountId])
    expect(await idsOf(`${base}/entity/${alice.entityId}?kind=BANK`)).toEqual([])
    expect(await idsOf(`${base}?jurisdictionId=jur_x`)).toEqual([])
  })

  test('200: as much of each account as `fields` names', async () => {
    for (const path of [base, `${base}/entity/${alice.entityId}`]) {
      const { body } = await bff.get(path)
      const few = await bff.get(`${path}?fields=accountHolder.name,wallet.networkName,status`)
      expect(few.body.data).toEqual(
        body.data.map(({ accountHolder, wallet, status }: AnyBody) => ({
          accountHolder: { name: accountHolder.name },
          wallet: { networkName: wallet.networkName },
          status,
        })),
      )
    }
  })

  test('400: unknown values', async () => {
    for (const query of ['kind=PIGGY', 'status=FINE', 'sort=name']) {
      const refused = await bff.get(`${base}?${query}`)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    }
  })

  test('404: another partner’s entity', async () => {
    const refused = await bff.get(`${base}/entity/${stranger.entityId}`)
    expect([refused.status, refused.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})
