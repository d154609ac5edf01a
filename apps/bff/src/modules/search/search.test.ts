import type { Scope } from '@corridor/contract'
import { parseId, partnerScopes } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountIn } from '../../../test/support/money/ordinary.ts'
import { aRoute, type MadeRoute } from '../../../test/support/money/payin-routes.ts'
import { payTo } from '../../../test/support/money/payin-deposits.ts'
import {
  fund,
  makeWallet,
  type TestWallet,
  transfer,
  until,
} from '../../../test/support/money/wallets.ts'
import { aMember } from '../../../test/support/people/acting.ts'
import { makeVerified } from '../../../test/support/people/customers.ts'
import { type AnyBody, type Partner, sharedBff } from '../../../test/support/process/bff.ts'

const bff = sharedBff()
const base = '/api/v1/xfer/utility/search'
let route: MadeRoute
let paid: AnyBody
let forwarded: AnyBody
let alice: TestWallet
let sent: AnyBody

beforeAll(async () => {
  route = await aRoute(bff, { from: 'DE', to: 'ES' })
  paid = await payTo(bff, route.fundingAccountId, {
    amount: 1714.25,
    currency: 'EUR',
    senderName: 'Nordlicht 100%_GmbH',
  })
  forwarded = await completed(paid.executionId)
  alice = await makeWallet(bff)
  const bob = await makeWallet(bff)
  await fund(bff, alice, 1_000)
  const executionId = await transfer(bff, alice, bob, {
    transactionId: 'Order-4711-x',
    exactAmountIn: 31.07,
  })
  sent = await completed(executionId)
}, 60_000)

const completed = (executionId: string): Promise<AnyBody> => until(bff, executionId, 'COMPLETED')

async function find(q: string, partner: Partner = bff.first): Promise<AnyBody[]> {
  const { status, body } = await bff.get(`${base}?q=${encodeURIComponent(q)}`, partner)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const found = async (q: string, partner?: Partner) =>
  (await find(q, partner)).map(({ kind, id, match }) => `${kind} ${id} ${match}`)
const keyOf = async (scopes: readonly Scope[]): Promise<Partner> => ({
  ...bff.first,
  apiToken: await bff.issue(bff.first.svcPartnerId, scopes),
})

describe('search.find: a transfer', () => {
  test.each<[string, () => string, string]>([
    ['its own reference', () => sent.transactionId, 'reference'],
    ['the reference in other letters', () => 'order-4711-X'.toLowerCase(), ''],
    ['the beginning of its reference', () => 'Order-47', 'reference'],
    ['its hash', () => sent.transactionHash, 'hash'],
    ['the last six of its hash', () => sent.transactionHash.slice(-6), 'hash'],
    ['the last four in capitals', () => sent.transactionHash.slice(-4).toUpperCase(), 'hash'],
    ['its amount', () => '31.07', 'amount'],
    ['its amount with its currency', () => `31.070 ${sent.from.currency}`, 'amount'],
  ])('by %s', async (_, text, match) => {
    const hits = await found(text())
    const hit = `transfer ${sent.executionId} ${match}`
    // Own references are distinguished by their letters.
    expect(hits.includes(hit)).toBe(match !== '')
  })

  test('by its id alone, first and only', async () => {
    expect(await found(sent.executionId)).toEqual([`transfer ${sent.executionId} id`])
    expect(await found(forwarded.executionId)).toEqual([`transfer ${forwarded.executionId} id`])
    // The same record under the other kind's beginning is none.
    expect(await found(sent.executionId.replace('cexec-', 'exec_'))).toEqual([])
  })

  test('by who paid, who is paid, and what came out', async () => {
    const hit = `transfer ${forwarded.executionId}`
    expect(await found('nordlicht')).toContain(`${hit} payer`)
    expect(await found('1,714.25')).toContain(`${hit} amount`)
    expect(await found('1.714,25 €')).toContain(`${hit} amount`)
    expect(await found('1714.25 USD')).not.toContain(`${hit} amount`)
    expect(await found(String(forwarded.to.amount))).toContain(`${hit} amount`)
    const [payee] = (await find(forwarded.executionId)).map(({ subtitle }) => subtitle)
    expect(payee).toMatch(/^Nordlicht 100%_GmbH to /)
  })

  test('by the e-mail address of its customer, beside the customer', async () => {
    const { body } = await bff.get(`/api/v1/xfer/entity/${alice.entityId}`)
    const hits = await found(body.data.email)
    expect(hits).toContain(`entity ${alice.entityId} email`)
    expect(hits).toContain(`transfer ${sent.executionId} customer`)
  })

  test('in the order of kinds, transfers first', async () => {
    const kinds = (await find('nordlicht')).map(({ kind }) => kind)
    expect(kinds).toEqual(['transfer', 'deposit'])
  })

  test('and the list’s own text finds the same', async () => {
    const ids = async (q: string) =>
      (
        await bff.get(`/api/v1/xfer/transaction/transfers?q=${encodeURIComponent(q)}`)
      ).body.data.map((body: AnyBody) => body.executionId)
    for (const q of ['nordlicht', '1,714.25 EUR', String(forwarded.to.amount)])
      expect([q, await ids(q)]).toEqual([q, [forwarded.executionId]])
    expect(await ids(sent.transactionHash.slice(-6))).toContain(sent.executionId)
  })
})

describe('search.find: other records', () => {
  test('each by its id, in one line', async () => {
    const approvals = await bff.get('/api/v1/approvals')
    expect(approvals.status).toBe(200)
    const events = await bff.get('/api/v1/xfer/utility/webhook/events?limit=1')
    const ids = {
      deposit: paid.depositId,
      entity: alice.entityId,
      account: route.externalAccountId,
      fundingAccount: route.fundingAccountId,
      route: route.teleportId,
      wallet: alice.walletId,
      event: events.body.data[0].eventId,
    }
    for (const [kind, id] of Object.entries(ids))
      expect(await found(id)).toEqual([`${kind} ${id} id`])
  })

  test('a payee by each word of the name and the end of the number, which stays masked', async () => {
    const entityId = await makeVerified(bff)
    const iban = 'ES7921000813610123456789'
    const accountId = await accountIn(bff, entityId, 'ES', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Lumen Wholesale Ltd', type: 'business' },
      account: { iban },
    })
    const hit = `account ${accountId}`
    expect(await found('lumen')).toEqual([`${hit} name`])
    expect(await found('wholesale l')).toEqual([`${hit} name`])
    expect(await found('6789')).toContain(`${hit} account`)
    const answer = JSON.stringify([await find('lumen'), await find('6789'), await find(accountId)])
    expect(answer).toContain('••••6789')
    expect(answer).not.toContain(iban.slice(4, -4))
  })

  test('an account by its whole number, in groups or not, for who may see it; no key holds it', async () => {
    const entityId = await makeVerified(bff)
    const number = (account: object) => ({
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Numbered Ltd', type: 'business' },
      account,
    })
    const iban = await accountIn(bff, entityId, 'ES', number({ iban: 'ES6000491500051234567892' }))
    const short = await accountIn(
      bff,
      entityId,
      'GB',
      number({ sortCode: '200000', accountNumber: '55779911' }),
    )
    for (const text of ['ES6000491500051234567892', 'es60 0049 1500 0512 3456 7892'])
      expect([text, await found(text)]).toEqual([text, [`account ${iban} account`]])
    expect(await found('5577-9911')).toEqual([`account ${short} account`])
    // The same end under another number, and the number of somebody else's account.
    expect(await found('ES6000491500051234507892')).toEqual([])
    expect(await found('55779911', bff.second)).toEqual([])
    expect(await found('55779911', await keyOf(['transfers:read']))).toEqual([])
    const keys = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('search_key')
        .select('key')
        .where('id', 'in', [parseId('acc', iban) ?? '', parseId('acc', short) ?? ''])
        .where('key', 'like', '#%')
        .execute(),
    )
    expect(keys.map(({ key }) => key).toSorted()).toEqual(['#11', '#2987'])
  })

  test('a wallet’s address by its end', async () => {
    const [address] = [sent.from.wallet.walletAddress]
    const hits = await found(address.slice(-6))
    expect(hits.some((hit) => hit.startsWith('account '))).toBe(true)
    expect(hits).toEqual(await found(`0x…${address.slice(-6)}`))
  })

  test('an account that was deleted is not found', async () => {
    const entityId = await makeVerified(bff)
    const accountId = await accountIn(bff, entityId, 'ES', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Gone Trading', type: 'business' },
    })
    expect(await found('gone trading')).toEqual([`account ${accountId} name`])
    const gone = await bff.send(`/api/v1/xfer/accounts/external/${accountId}`, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    expect(await found('gone trading')).toEqual([])
    expect(await found(accountId)).toEqual([])
  })

  test('whoever sent a deposit is shown with the end of the account alone', async () => {
    const own = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('deposit').select('sender').execute(),
    )
    const numbers = own
      .map(({ sender }) => (sender as { account?: string }).account ?? '')
      .filter((number) => number.length > 8)
    expect(numbers.length).toBeGreaterThan(0)
    const answer = JSON.stringify([await find('nordlicht'), await find(paid.depositId)])
    for (const number of numbers) expect(answer).not.toContain(number)
  })

  test('what a record no longer says does not find it', async () => {
    const { externalAccountId } = route
    const renamed = async (holder: string) =>
      bff.deps.db.asWorker((tx) =>
        tx
          .updateTable('external_account')
          .set({ holder: JSON.stringify({ name: holder, type: 'business' }) })
          .where('id', '=', parseId('acc', externalAccountId) ?? '')
          .execute(),
      )
    await renamed('Before Holdings')
    expect(await found('before holdings')).toContain(`account ${externalAccountId} name`)
    await renamed('After Holdings')
    expect(await found('before holdings')).toEqual([])
    expect(await found('after')).toContain(`account ${externalAccountId} name`)
  })
})

describe('search.find: who may find what', () => {
  test('another partner finds nothing of it', async () => {
    const texts = [
      sent.executionId,
      sent.transactionId,
      sent.transactionHash,
      sent.transactionHash.slice(-6),
      '31.07',
      'nordlicht',
      paid.depositId,
      alice.entityId,
      route.teleportId,
      route.externalAccountId,
      route.fundingAccountId,
      sent.from.wallet.walletAddress,
    ]
    for (const text of texts) expect([text, await found(text, bff.second)]).toEqual([text, []])
  })

  test('kinds are left out without their scope; 403 SCOPE_MISSING without any', async () => {
    const deposits = await keyOf(['payin-routes:read'])
    expect(await found('nordlicht', deposits)).toEqual([`deposit ${paid.depositId} payer`])
    expect(await found(sent.executionId, deposits)).toEqual([])
    const transfers = await keyOf(['transfers:read'])
    expect(await found('nordlicht', transfers)).toEqual([`transfer ${paid.executionId} payer`])
    expect(await found(alice.entityId, transfers)).toEqual([])
    const writer = await keyOf(['transfers:write'])
    const refused = await bff.get(`${base}?q=nordlicht`, writer)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
    for (const scope of partnerScopes.filter((name) => name.endsWith(':read'))) {
      const reader = await keyOf([scope])
      expect((await bff.get(`${base}?q=nordlicht`, reader)).status).toBe(
        ['kyc:read', 'audit:read', 'keys:read'].includes(scope) ? 403 : 200,
      )
    }
  })

  test('a viewer finds, and no answer holds an e-mail address or a whole number', async () => {
    const viewer = await aMember(bff, 'viewer')
    const { body } = await bff.get(`/api/v1/xfer/entity/${alice.entityId}`)
    const answer = await viewer.get(`${base}?q=${encodeURIComponent(body.data.email)}`)
    expect(answer.body.data.length).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toContain(body.data.email)
  })

  test.each([
    '%',
    '_',
    '100%',
    'nordlicht%',
    '%ordlicht',
    'Nordlicht_100',
    '\\',
    "'; drop",
    '~',
    '@',
    '=',
    '#',
  ])('wildcards and marks of keys are letters: %s', async (text) => {
    const hits = await found(text)
    expect(hits.filter((hit) => hit.startsWith('transfer') || hit.startsWith('deposit'))).toEqual(
      [],
    )
  })

  test('and a wildcard that is part of a name finds it', async () => {
    expect(await found('100%_GmbH')).toContain(`deposit ${paid.depositId} payer`)
  })
})

test('search.find: 400 FIELD_REQUIRED, FIELD_INVALID', async () => {
  const codes = async (query: string) => {
    const { status, body } = await bff.get(`${base}${query}`)
    return [status, body.error?.code]
  }
  expect(await codes('')).toEqual([400, 'FIELD_REQUIRED'])
  expect(await codes('?q=%20')).toEqual([400, 'FIELD_INVALID'])
  expect(await codes(`?q=${'x'.repeat(101)}`)).toEqual([400, 'FIELD_INVALID'])
  expect(await codes('?q=x&limit=51')).toEqual([400, 'FIELD_INVALID'])
  expect(await codes('?q=x&limit=0')).toEqual([400, 'FIELD_INVALID'])
  expect(await codes('?q=nordlicht&limit=1')).toEqual([200, undefined])
  expect((await bff.get(`${base}?q=nordlicht&limit=1`)).body.data).toHaveLength(1)
})
