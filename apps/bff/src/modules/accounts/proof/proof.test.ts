import { deployContractWallet, newWallet } from '@corridor/chains/testing'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { externalBase as base } from '../../../../test/support/money/accounts.ts'
import { devChainOf } from '../../../../test/support/money/chain-rpc.ts'
import { codeOf, openFunding } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  aQuote,
  provedWallet,
  quote,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import { act, aQuoteOf, started, takeUp } from '../../../../test/support/money/ordinary-flow.ts'
import {
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../../test/support/money/payin-routes.ts'
import { readClaimedUse } from '../../../records/transfers/claimed-wallets.ts'
import { makeVerified } from '../../../../test/support/people/customers.ts'
import { faucet, makeFinal, makePayer, pay } from '../../../../test/support/money/payments.ts'
import { makeEntity, tokens, transferPath } from '../../../../test/support/money/wallets.ts'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
let tokenId = ''
beforeAll(async () => {
  tokenId = (await tokens(bff))[0]?.id ?? ''
})

/** A name that is nearly the customer's, which a bank would not confirm: the account is only claimed. */
const nearly = { accountHolder: { name: 'Ada Maria Okonkwo', type: 'individual' } }
const read = async (id: string): Promise<AnyBody> => (await bff.get(`${base}/${id}`)).body.data
const start = (id: string, method: string, more: object = {}) =>
  bff.post(`${base}/${id}/proof`, { method, ...more })
const complete = (id: string, proofId: string, body: object) =>
  bff.post(`${base}/${id}/proof/${proofId}/complete`, body)
const claimed = async (change: object = nearly): Promise<string> =>
  accountIn(bff, await makeEntity(bff), 'DE', change)
const wallet = async (address: string, entityId?: string): Promise<string> =>
  accountIn(bff, entityId ?? (await makeEntity(bff)), tokenId, {
    wallet: { walletAddress: address },
  })
const advance = (seconds: number) => bff.post('/api/v1/sandbox/clock/advance', { seconds })

/** What the statement of an account shows of its micro-deposit. */
async function arrived(id: string): Promise<{ amount: number; statementCode: string }> {
  for (;;) {
    const { body } = await bff.get(`/api/v1/sandbox/external-account/${id}/arrived`)
    const [payment] = body.data
    if (payment?.isPaid) return { amount: payment.amount, statementCode: payment.text }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const statusOf = async (id: string) => (await read(id)).ownershipProof.status

describe('accounts.completeProof of MICRO_DEPOSIT, sandbox.arrivedOnAccount', () => {
  test('amount and code of the statement prove it, however the code is written; the books have it', async () => {
    const id = await claimed()
    const begun = await start(id, 'MICRO_DEPOSIT')
    expect(begun.body.data).toMatchObject({ status: 'OPEN', answersLeft: 3 })
    const again = await start(id, 'MICRO_DEPOSIT')
    expect(again.body.data.proofId).toBe(begun.body.data.proofId)
    const { amount, statementCode } = await arrived(id)
    const answer = { amount, statementCode: ` ${statementCode.toLowerCase().replace(' ', ' - ')} ` }
    const done = await complete(id, begun.body.data.proofId, answer)
    expect([done.status, done.body.data.status]).toEqual([200, 'PROVED'])
    expect((await read(id)).ownershipProof).toMatchObject({
      status: 'PROVED',
      method: 'MICRO_DEPOSIT',
      needed: [],
    })
    expect(codeOf(await complete(id, begun.body.data.proofId, answer))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    await expectConsistent(bff)
  })

  test('three wrong answers end it, also side by side, and the right one comes too late', async () => {
    const id = await claimed()
    const { proofId } = (await start(id, 'MICRO_DEPOSIT')).body.data
    const right = await arrived(id)
    const missing = await complete(id, proofId, { amount: right.amount })
    expect(codeOf(missing)).toEqual([400, 'FIELD_REQUIRED'])
    const wrong = { amount: right.amount, statementCode: 'CORRIDOR 22222222' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(id, proofId, wrong)))
    const counted = answers.filter(({ body }) => body.error.code === 'FIELD_INVALID')
    expect(counted).toHaveLength(3)
    expect(codeOf(await complete(id, proofId, right))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await statusOf(id)).toBe('CLAIMED')
    const { body } = await bff.get(`${base}/${id}/proof`)
    expect(body.data).toMatchObject([
      { status: 'REFUSED', reason: 'WRONG_ANSWERS', answersLeft: 0 },
    ])
  })

  test('one that the bank sends back or refuses has failed, and its money is in the books again', async () => {
    const of = (name: string) => claimed({ accountHolder: { name, type: 'individual' } })
    const [returned, refused] = [await of('RETURN x'), await of('FAIL BENEFICIARY_ACCOUNT_CLOSED')]
    const reasonOf = async (id: string) =>
      (await bff.get(`${base}/${id}/proof`)).body.data[0].reason
    const { proofId } = (await start(returned, 'MICRO_DEPOSIT')).body.data
    await start(refused, 'MICRO_DEPOSIT')
    const answer = await arrived(returned)
    await expect.poll(() => reasonOf(refused)).toBe('PAYMENT_REFUSED')
    await advance(60)
    await expect.poll(() => reasonOf(returned)).toBe('PAYMENT_RETURNED')
    expect(codeOf(await complete(returned, proofId, answer))).toEqual([422, 'ILLEGAL_TRANSITION'])
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ state: string; expense: string; town: string }>`
        select e.state, s.instruction->'beneficiary'->'address'->>'town' as town,
          (select sum(case when p.debit_account = a.id then p.amount else -p.amount end)::text
            from posting p join posting_group g on g.partner_id = p.partner_id and g.id = p.group_id
            join ledger_account a on a.partner_id = p.partner_id and a.kind = 'proof_expense'
              and a.id in (p.debit_account, p.credit_account)
            where g.transfer_id = m.id) as expense
        from account_proof f join proof_payment m on m.proof_id = f.id
        join bank_entry e on e.payout_reference = m.id::text
        join simulated_bank_payout s on s.reference = m.id::text
        where f.id = ${parseId('prf', proofId)}`.execute(tx),
    )
    expect(rows).toEqual([{ state: 'RETURN', expense: '0', town: 'London' }])
    await expectConsistent(bff)
  })

  test('of one account at most three within 30 days; an expired one is not answered', async () => {
    const id = await claimed()
    const { proofId } = (await start(id, 'MICRO_DEPOSIT')).body.data
    const right = await arrived(id)
    await advance(10 * 86_400)
    expect(codeOf(await complete(id, proofId, right))).toEqual([422, 'ILLEGAL_TRANSITION'])
    for (const attempt of [2, 3]) {
      const begun = await start(id, 'MICRO_DEPOSIT')
      expect([attempt, begun.status]).toEqual([attempt, 200])
      await bff.deps.db.asWorker((tx) =>
        sql`update account_proof set status = 'EXPIRED' where id = ${parseId('prf', begun.body.data.proofId)}`.execute(
          tx,
        ),
      )
    }
    expect(codeOf(await start(id, 'MICRO_DEPOSIT'))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('an attempt of another account, customer or partner is none of this one', async () => {
    const [mine, other] = [await claimed(), await claimed()]
    const { proofId } = (await start(other, 'MICRO_DEPOSIT')).body.data
    const right = await arrived(other)
    expect(codeOf(await complete(mine, proofId, right))).toEqual([404, 'RECORD_NOT_FOUND'])
    const path = `${base}/${other}/proof/${proofId}/complete`
    const foreign = await bff.post(path, right, {}, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect(await statusOf(mine)).toBe('CLAIMED')
  })
})

describe('accounts.completeProof of WALLET_SIGNATURE', () => {
  test('the signature of the text by the wallet proves it; nothing else does', async () => {
    const own = newWallet()
    const [first, second] = [await wallet(own.address), await wallet(own.address)]
    const begun = (await start(first, 'WALLET_SIGNATURE')).body.data
    expect(begun.message).toContain(own.address)
    expect(begun.message).toContain(begun.proofId)
    const signature = await own.signMessage({ message: begun.message })
    const other = (await start(second, 'WALLET_SIGNATURE')).body.data
    const refusals = [
      // Another key, another text, a text that was signed for another customer, no signature at all.
      await complete(first, begun.proofId, {
        signature: await newWallet().signMessage({ message: begun.message }),
      }),
      await complete(second, other.proofId, { signature }),
      await complete(second, other.proofId, { signature: '0x1234' }),
    ]
    for (const refused of refusals) expect(codeOf(refused)).toEqual([400, 'SIGNATURE_INVALID'])
    expect(await statusOf(second)).toBe('CLAIMED')
    const done = await Promise.all([1, 2].map(() => complete(first, begun.proofId, { signature })))
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await read(first)).toMatchObject({ ownershipProof: { method: 'WALLET_SIGNATURE' } })
  })

  test('a wallet that is a contract signs as it says itself: by its owner, and by nobody else', async () => {
    const owner = newWallet()
    await faucet(bff, owner.address, 1)
    const { adapter } = devChainOf(bff.deps)
    const id = await wallet(await deployContractWallet(adapter, owner))
    await makeFinal(bff)
    const { proofId, message } = (await start(id, 'WALLET_SIGNATURE')).body.data
    const stranger = await newWallet().signMessage({ message })
    const refused = await complete(id, proofId, { signature: stranger })
    expect(codeOf(refused)).toEqual([400, 'SIGNATURE_INVALID'])
    const signature = await owner.signMessage({ message })
    expect((await complete(id, proofId, { signature })).status).toBe(200)
    expect(await statusOf(id)).toBe('PROVED')
  })

  test('a text that was not signed in time proves nothing', async () => {
    const own = newWallet()
    const id = await wallet(own.address)
    const { proofId, message } = (await start(id, 'WALLET_SIGNATURE')).body.data
    await advance(3_601)
    const late = await complete(id, proofId, { signature: await own.signMessage({ message }) })
    expect(codeOf(late)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

test('TEST_PAYMENT: the exact amount from the wallet proves it, another amount or sender does not', async () => {
  const funding = await openFunding(bff, tokenId)
  const payer = await makePayer(bff, 10)
  const id = await wallet(payer.address, funding.entityId)
  const { payment } = (await start(id, 'TEST_PAYMENT')).body.data
  const base6 = BigInt(Math.round(payment.amount * 1e6))
  await pay(bff, payer, { to: payment.toAddress, amount: base6 + 1n })
  await pay(bff, await makePayer(bff, 1), { to: payment.toAddress, amount: base6 })
  await makeFinal(bff)
  const deposits = async (): Promise<number> => {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ count: number }>`select count(*)::int as count from deposit
        where funding_account_id = ${parseId('fund', funding.accountId ?? funding.fundingAccountId)}`.execute(
        tx,
      ),
    )
    return rows[0]?.count ?? 0
  }
  while ((await deposits()) < 2) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await statusOf(id)).toBe('CLAIMED')
  await pay(bff, payer, { to: payment.toAddress, amount: base6 })
  await makeFinal(bff)
  while ((await deposits()) < 3) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await read(id)).toMatchObject({
    ownershipProof: { status: 'PROVED', method: 'TEST_PAYMENT' },
  })
})

describe('accounts.linkProof: the customer’s page', () => {
  const visit = (url: string, form?: Record<string, string>) =>
    bff.send(new URL(url).pathname, {
      token: '',
      ...(form && {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      }),
    })
  const linked = async (id: string, method: string) => {
    const { proofId, message = '' } = (await start(id, method)).body.data
    const { body } = await bff.post(`${base}/${id}/proof/${proofId}/link`, {})
    return { proofId, message, url: body.data.linkUrl as string, expiresAt: body.data.expiresAt }
  }

  test('what the statement shows is entered without an account, within 15 minutes', async () => {
    const id = await claimed()
    const { url, expiresAt } = await linked(id, 'MICRO_DEPOSIT')
    const { body: clock } = await bff.get('/api/v1/sandbox/clock')
    const minutes = (Date.parse(expiresAt) - Date.parse(clock.data.now)) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const page = await visit(url)
    expect([page.status, page.body.includes('••••3000')]).toEqual([200, true])
    expect(page.headers.get('content-security-policy')).not.toContain('script-src')
    const { amount, statementCode } = await arrived(id)
    const wrong = await visit(url, { amount: String(amount), statementCode: 'WRONG' })
    expect([wrong.status, wrong.body.includes('2 answers are left')]).toEqual([400, true])
    const done = await visit(url, { amount: String(amount), statementCode })
    expect([done.status, done.body.includes('It is confirmed')]).toEqual([200, true])
    expect(await statusOf(id)).toBe('PROVED')
    expect((await visit(url)).status).toBe(410)
  })

  test('a wallet signs there; a link ends by its time and by the next link', async () => {
    const own = newWallet()
    const id = await wallet(own.address)
    const first = await linked(id, 'WALLET_SIGNATURE')
    const next = await linked(id, 'WALLET_SIGNATURE')
    expect(next.proofId).toBe(first.proofId)
    expect((await visit(first.url)).status).toBe(410)
    const page = await visit(next.url)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    await advance(901)
    const late = await visit(next.url, { signature: await own.signMessage(next) })
    expect(late.status).toBe(410)
    const { url, message } = await linked(id, 'WALLET_SIGNATURE')
    const done = await visit(url, { signature: await own.signMessage({ message }) })
    expect([done.status, await statusOf(id)]).toEqual([200, 'PROVED'])
  })

  test('a token that nobody gave opens nothing', async () => {
    const page = await visit(`${bff.deps.config.BASE_URL}/prove/prove_01h455vb4pex5vsknk084sn02q`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([410, 'no-store'])
  })
})

test('above 1,000 dollars’ worth a wallet has to be proved first', async () => {
  const payer = await aParty(bff, 'DE')
  const own = newWallet()
  const accountId = await accountIn(bff, payer.entityId, tokenId, {
    wallet: { walletAddress: own.address },
  })
  const buy = (exactAmountIn: number) =>
    quote(bff, aQuote(payer, { entityId: payer.entityId, accountId }, { exactAmountIn }))
  expect((await buy(500)).status).toBe(200)
  // Of any corridor 1,000 units are taken, whatever they are worth.
  expect((await buy(1_000)).status).toBe(200)
  const refused = await buy(1_100)
  expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
  expect(refused.body.error.details).toMatchObject([{ path: 'toAccountId' }])
  const { proofId, message } = (await start(accountId, 'WALLET_SIGNATURE')).body.data
  await complete(accountId, proofId, { signature: await own.signMessage({ message }) })
  expect((await buy(1_100)).status).toBe(200)
})

describe('what one claimed wallet moves within 30 days', () => {
  const site = async (claimedWallet: number) => {
    await setTerms(bff, { claimedWallet })
    const payer = await aParty(bff, 'DE')
    const { address } = newWallet()
    const others = await Promise.all(['', ''].map(() => makeVerified(bff)))
    const wallets = await Promise.all(others.map((entityId) => wallet(address, entityId)))
    const sides = wallets.map((accountId, i) => ({ entityId: others[i] ?? '', accountId }))
    return { payer, address, sides: sides as [Side, Side] }
  }
  const execute = (quoted: AnyBody) => bff.post(transferPath, takeUp(quoted))

  test('adds up over customers, whatever comes at once; what ends unpaid is given back', async () => {
    const { payer, address, sides } = await site(500)
    const quotes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => aQuoteOf(bff, payer, sides[i % 2] ?? sides[0])),
    )
    const answers = await Promise.all(quotes.map(execute))
    const done = answers.flatMap(({ status }, i) => (status === 200 ? [quotes[i]] : []))
    // 115.20 dollars each.
    expect(done).toHaveLength(4)
    const refusals = answers.filter(({ status }) => status !== 200).map(codeOf)
    expect(new Set(refusals.map(String))).toEqual(new Set(['422,CORRIDOR_UNAVAILABLE']))
    const again = () => quote(bff, aQuote(payer, sides[1]))
    expect(codeOf(await again())).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    const { executionId } = done[0] ?? {}
    expect((await act(bff, 'cancel', { executionId, reason: 'no' })).status).toBe(200)
    expect((await again()).status).toBe(200)
    const proved = await wallet(address, payer.entityId)
    await provedWallet(bff, proved)
    const more = { entityId: payer.entityId, accountId: proved }
    expect((await quote(bff, aQuote(payer, more))).status).toBe(200)
  })

  test('transfers.retry to another wallet counts there; a deposit waits that would go beyond it', async () => {
    const { payer, sides } = await site(200)
    const [used, fresh] = sides
    const { executionId } = await started(bff, payer, used)
    const another = () => wallet(newWallet().address, used.entityId)
    const accountId = await another()
    const failed = async (id: string) => {
      for (const status of ['PROCESSING', 'FAILED'])
        await bff.deps.db.asWorker((tx) =>
          sql`update transfer set status = ${status}, failure = '{"retryable": true}',
            held_until = service_now() + interval '1 day'
            where id = ${parseId('exec', id)}`.execute(tx),
        )
    }
    await failed(executionId)
    await started(bff, payer, { entityId: used.entityId, accountId })
    const refused = await act(bff, 'retry', { executionId, toAccountId: accountId })
    expect(codeOf(refused)).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    // Its own wallet has it counted already.
    expect((await act(bff, 'retry', { executionId })).status).toBe(200)

    const [old, next] = [await another(), await another()]
    const moved = await started(bff, payer, { entityId: used.entityId, accountId: old })
    await failed(moved.executionId)
    const usedOf = (id: string) =>
      bff.deps.db.asWorker((tx) =>
        readClaimedUse(tx, {
          partner_id: parseId('par', bff.first.svcPartnerId) ?? '',
          id: parseId('acc', id) ?? '',
        }),
      )
    const worth = 115_200_000n
    expect([await usedOf(old), await usedOf(next)]).toEqual([worth, 0n])
    const elsewhere = { executionId: moved.executionId, toAccountId: next }
    expect((await act(bff, 'retry', elsewhere)).status).toBe(200)
    expect([await usedOf(old), await usedOf(next)]).toEqual([0n, worth])

    const route = await aRoute(bff, { from: 'DE', to: tokenId })
    const paid = { amount: 100, currency: 'EUR' }
    const first = await payTo(bff, route.fundingAccountId, paid)
    await untilDeposit(bff, first.depositId, 'FORWARDED')
    const { depositId } = await payTo(bff, route.fundingAccountId, paid)
    await untilDeposit(bff, depositId, 'HELD')
    const resolve = (target?: string) =>
      resolveDeposit(bff, { depositId, action: 'FORWARD', ...(target ? { target } : {}) })
    expect(codeOf(await resolve())).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    expect(codeOf(await resolve(fresh.accountId))).toEqual([422, 'CORRIDOR_UNAVAILABLE'])
    expect((await resolve(await wallet(newWallet().address, route.entityId))).status).toBe(200)
    await untilDeposit(bff, depositId, 'FORWARDED')
  })
})
