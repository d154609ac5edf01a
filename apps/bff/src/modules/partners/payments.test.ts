import { toBase64 } from '@corridor/signing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyBody,
  type Bff,
  type Partner,
  startBff,
} from '../../../test/support/process/bff.ts'
import { devChainOf, rpc } from '../../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  kycPath,
  makeCustomer,
  submitWhole,
  wholeSubmission,
} from '../../../test/support/people/kyc.ts'
import {
  balanceOf,
  deposit,
  depositTarget,
  makePayer,
  pay,
  type Payer,
  paymentsPath,
  prepaidPath,
  proofOf,
} from '../../../test/support/money/payments.ts'
import { aBusiness } from '../../../test/support/people/samples.ts'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { readCommand } from '../../admin/commands.ts'
import type { Site } from '../../admin/base/site.ts'
import { tokens } from '../../../test/support/money/wallets.ts'

let bff: Bff
let payer: Payer
let to: string
beforeAll(async () => {
  // Some blocks of finality, so that a payment may be mined and not final.
  bff = await startBff({ DEV_CHAIN_FINALITY: '5' })
  payer = await makePayer(bff)
  to = (await depositTarget(bff)).toWalletAddress
})
afterAll(() => bff.close())
afterEach(() => expectConsistent(bff))

const usdc = (units: number) => BigInt(units * 1_000_000)
const sendIn = (body: object, path = paymentsPath, partner?: Partner) =>
  bff.post(`${path}/deposit`, body, {}, partner)
const money = ({ balances: [first] }: AnyBody) => first

async function eventsOf(category: string, partner = bff.first): Promise<AnyBody[]> {
  const rows = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .selectAll()
      .where('category', '=', category)
      .where(sql<boolean>`subject_id = ${partner.svcPartnerId}`)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ type, status, object }) => ({ ...(object as object), type, status }))
}

describe('partners.paymentsBalance', () => {
  test('200: a new partner has nothing, and reads how to pay in', async () => {
    const [token] = await tokens(bff)
    const { status, body } = await bff.get(`${paymentsPath}/balance`, bff.second)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      balances: [{ currency: 'USDC', available: 0, pending: 0, reserved: 0 }],
      deposit: {
        network: 'Corridor Dev Chain',
        currency: 'USDC',
        tokenAddress: token?.tokenAddress,
        toWalletAddress: devChainOf(bff.deps).gasStation.address,
      },
      kycFee: { individual: 2, business: 10, currency: 'USDC' },
      lowBalanceThreshold: 10,
      partnerFees: [],
      entries: [],
    })
  })
})

describe('partners.paymentsDeposit', () => {
  test('200: what the chain says arrived is credited, published and audited', async () => {
    const before = money(await balanceOf(bff))
    const transactionHash = await pay(bff, payer, { to, amount: 12_345_678n })
    const answer = await sendIn({ ...proofOf(payer, transactionHash), amount: 999_999 })
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, 'amount'])
    expect(answer.headers.get('deprecation')).toBeNull()
    expect(answer.body).toMatchObject({
      message: '12.345678 USDC credited.',
      data: {
        depositId: expect.stringMatching(/^dep_/),
        status: 'CREDITED',
        amount: 12.345678,
        currency: 'USDC',
        balanceAfter: before.available + 12.345678,
        message: '12.345678 USDC credited.',
      },
    })
    const after = await balanceOf(bff)
    expect(money(after).available).toBe(answer.body.data.balanceAfter)
    expect(after.entries[0]).toMatchObject({
      type: 'DEPOSIT',
      amount: 12.345678,
      balanceAfter: money(after).available,
      transactionHash,
    })
    expect((await eventsOf('payments_account')).at(-1)).toMatchObject({
      type: 'updated',
      status: 'credited',
      currency: 'USDC',
      amount: 12.345678,
      balance: money(after).available,
      executionId: '',
      transactionId: '',
    })
  })

  test('200 again under the same key, and credited once', async () => {
    const hash = await pay(bff, payer, { to, amount: usdc(1) })
    const key = { 'idempotency-key': 'deposit-1' }
    const first = await bff.post(`${paymentsPath}/deposit`, proofOf(payer, hash), key)
    const again = await bff.post(`${paymentsPath}/deposit`, proofOf(payer, hash), key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const without = await sendIn(proofOf(payer, hash))
    expect([without.status, without.body.error.code]).toEqual([400, 'TRANSACTION_HASH_REUSED'])
  })

  test('400: a transaction that pays nothing in says why, and nothing is stored', async () => {
    const before = await balanceOf(bff)
    const [, other] = await tokens(bff)
    const lookAlike = await forgedToken()
    const fresh = await pay(bff, payer, { to, amount: usdc(1), isFresh: true })
    const cases: [string, string][] = [
      [fresh, 'not final yet'],
      ['0x12', 'no transaction hash'],
      ['zz'.repeat(32), 'no transaction hash'],
      [`0x${'ab'.repeat(32)}`, 'No transaction with this hash'],
    ]
    for (const [hash, why] of cases)
      await refused(proofOf(payer, hash), 'TRANSACTION_HASH_INVALID', why)
    const elsewhere = await pay(bff, payer, { to: payer.address, amount: usdc(1) })
    await refused(proofOf(payer, elsewhere), 'TRANSACTION_HASH_INVALID', 'pays nothing to')
    const wrongToken = await pay(bff, payer, { to, amount: 5n * 10n ** 18n, token: 1 })
    await refused(proofOf(payer, wrongToken), 'TRANSACTION_HASH_INVALID', 'another token than USDC')
    expect(other?.currency).not.toBe('USDC')
    const forged = await pay(bff, payer, { to, amount: usdc(1), contract: lookAlike })
    await refused(proofOf(payer, forged), 'TRANSACTION_HASH_INVALID', 'another token than USDC')
    const nothing = await pay(bff, payer, { to, amount: 0n })
    await refused(proofOf(payer, nothing), 'TRANSACTION_HASH_INVALID', 'another token')
    const failed = await payBlocked()
    await refused(proofOf(payer, failed), 'TRANSACTION_HASH_INVALID', 'failed on the chain')
    expect(await balanceOf(bff)).toEqual(before)
    // The one that was not final is good later.
    expect((await sendIn(proofOf(payer, fresh))).status).toBe(200)
  })

  test('400 SIGNATURE_INVALID: only the sender of the transaction may send it in', async () => {
    const stranger = await makePayer(bff)
    const hash = await pay(bff, payer, { to, amount: usdc(2) })
    const good = proofOf(payer, hash)
    const bytes = Buffer.from(good.base64Signature, 'base64')
    const wrong = [
      proofOf(stranger, hash).base64Signature,
      proofOf(payer, hash, hash.slice(2)).base64Signature,
      proofOf(payer, hash, `0x${'ab'.repeat(32)}`).base64Signature,
      toBase64(bytes.subarray(0, 64)),
      bytes.toString('hex'),
      'x',
    ]
    for (const base64Signature of wrong)
      await refused({ ...good, base64Signature }, 'SIGNATURE_INVALID', 'by the key that sent')
    const missing = await sendIn({ transactionHash: hash })
    expect([missing.status, missing.body.error.code]).toEqual([400, 'FIELD_REQUIRED'])
    const written = toBase64(bytes.map((byte, at) => (at === 64 ? byte - 27 : byte)))
    expect((await sendIn({ ...good, base64Signature: written })).status).toBe(200)
  })

  test('of eight spellings by two partners at once one is credited, the rest is TRANSACTION_HASH_REUSED', async () => {
    const hash = await pay(bff, payer, { to, amount: usdc(3) })
    const digits = hash.slice(2)
    const upper = digits.toUpperCase()
    const mixed = digits.replaceAll(
      /.(.)/g,
      (pair) => pair.charAt(0) + pair.charAt(1).toUpperCase(),
    )
    const spellings = [digits, upper, mixed, mixed.slice(0, 9) + upper.slice(9)].flatMap((item) => [
      `0x${item}`,
      item === digits ? `0X${item}` : item,
    ])
    const { base64Signature } = proofOf(payer, hash)
    const all = await Promise.all(
      spellings.flatMap((transactionHash) =>
        [bff.first, bff.second].map((partner) =>
          sendIn({ transactionHash, base64Signature }, paymentsPath, partner),
        ),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = all.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)
    expect(new Set(codes)).toEqual(new Set(['TRANSACTION_HASH_REUSED']))
    // Another operation, and the fee of a verification, are refused the same payment.
    const prepaid = await sendIn({ transactionHash: hash, base64Signature }, prepaidPath)
    expect([prepaid.status, prepaid.body.error.code]).toEqual([400, 'TRANSACTION_HASH_REUSED'])
    const entityId = await makeCustomer(bff)
    const fee = await submitWhole(bff, entityId, {
      feeSource: 'TRANSACTION',
      ...proofOf(payer, hash),
    })
    expect([fee.status, fee.body.error.code]).toEqual([400, 'TRANSACTION_HASH_REUSED'])
  })

  test('503 PROVIDER_UNAVAILABLE: while the chain is away, and the hash stays good', async () => {
    const hash = await pay(bff, payer, { to, amount: usdc(1) })
    const { dev } = devChainOf(bff.deps)
    await dev.down()
    try {
      const away = await sendIn(proofOf(payer, hash))
      expect([away.status, away.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      expect(away.headers.get('retry-after')).toBe('1')
    } finally {
      await dev.up()
    }
    expect((await sendIn(proofOf(payer, hash))).status).toBe(200)
  })

  test('a payment of a verification’s fee cannot be deposited', async () => {
    const hash = await pay(bff, payer, { to, amount: usdc(2) })
    const entityId = await makeCustomer(bff)
    const paid = await submitWhole(bff, entityId, {
      feeSource: 'TRANSACTION',
      ...proofOf(payer, hash),
    })
    expect(paid.status).toBe(200)
    await refused(proofOf(payer, hash), 'TRANSACTION_HASH_REUSED', 'used already')
  })
})

describe('fees of verifications', () => {
  test('are taken from the payments account as long as it suffices, and a low balance is published once', async () => {
    const partner = bff.second
    // It may have won the payment that both partners sent in.
    const won = money(await balanceOf(bff, partner)).available
    await deposit(bff, payer, paymentsPath, 13 - won, partner)
    const before = money(await balanceOf(bff, partner)).available
    for (let fees = 1; fees <= 3; fees += 1) {
      expect((await submitFor(partner)).status).toBe(200)
      expect(money(await balanceOf(bff, partner))).toMatchObject({
        available: before - 2 * fees,
        reserved: 0,
      })
    }
    const { entries } = await balanceOf(bff, partner)
    expect(entries[0]).toMatchObject({
      type: 'KYC_FEE',
      amount: -2,
      balanceAfter: before - 6,
      entityId: expect.stringMatching(/^ent_/),
    })
    const events = await eventsOf('payments_account', partner)
    expect(events.filter(({ status }) => status === 'debited')).toHaveLength(3)
    const low = events.filter(({ status }) => status === 'low_balance')
    expect(low).toMatchObject([{ type: 'action_required', currency: 'USDC' }])
  })

  test('that a balance cannot pay stay due, and the next deposit pays the oldest first', async () => {
    const partner = bff.second
    const spare = money(await balanceOf(bff, partner)).available
    for (let left = spare; left >= 2; left -= 2) await submitFor(partner)
    const business = await submitFor(partner, aBusiness())
    const person = await submitFor(partner)
    expect([business.status, person.status]).toEqual([200, 200])
    const short = money(await balanceOf(bff, partner))
    expect(short).toMatchObject({ reserved: 12 })
    expect(short.available).toBeLessThan(2)
    // Too little for the oldest, and the younger one does not overtake it.
    await deposit(bff, payer, paymentsPath, 5, partner)
    expect(money(await balanceOf(bff, partner))).toMatchObject({
      available: short.available + 5,
      reserved: 12,
    })
    expect(await standingsOf(partner)).toMatchObject({
      svcPartnerId: partner.svcPartnerId,
      paymentsAccount: {
        balances: [{ asset: 'USDC@31337', balance: String(short.available + 5) }],
        due: { currency: 'USDC', amount: '12' },
      },
      prepaid: { balances: [], due: { currency: 'USDC', amount: '0' } },
    })
    const paid = await deposit(bff, payer, paymentsPath, 10, partner)
    expect(paid.body.data).toMatchObject({ amount: 10, balanceAfter: short.available + 3 })
    expect(money(await balanceOf(bff, partner))).toMatchObject({
      available: short.available + 3,
      reserved: 0,
    })
  })

  async function submitFor(partner: Partner, customer?: object) {
    const entityId = await makeCustomer(bff, customer, partner)
    const whole = await wholeSubmission(
      bff,
      entityId,
      '',
      { feeSource: 'PAYMENTS_ACCOUNT' },
      partner,
    )
    return bff.post(kycPath(entityId, '/submit'), whole, {}, partner)
  }
})

/** As the operator's command lists them. */
async function standingsOf({ svcPartnerId }: Partner): Promise<unknown> {
  const asked = readCommand(['partner', 'balance', '--partner', svcPartnerId])
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  return asked.command.onSite({ db: bff.deps.db } as Site, asked.options)
}

async function refused(body: object, code: string, why: string): Promise<void> {
  const answer = await sendIn(body)
  expect([answer.status, answer.body.error.code]).toEqual([400, code])
  expect(answer.body.error.details[0].message).toContain(why)
}

/** A contract that looks like the token and is not: the same code at another address. */
async function forgedToken(): Promise<string> {
  const [token] = await tokens(bff)
  const address = '0x00000000000000000000000000000000000f0a6e'
  const code = await rpc(bff.deps, 'eth_getCode', token?.tokenAddress, 'latest')
  await rpc(bff.deps, 'anvil_setCode', address, code)
  // The balances of an OpenZeppelin token lie in slot 0, by the hash of holder and slot.
  const key = await rpc(
    bff.deps,
    'web3_sha3',
    `0x${payer.address.slice(2).padStart(64, '0')}${'0'.repeat(64)}`,
  )
  const held = `0x${usdc(100).toString(16).padStart(64, '0')}`
  await rpc(bff.deps, 'anvil_setStorageAt', address, key, held)
  return address
}

/** A payment that is mined and reverts. */
async function payBlocked(): Promise<string> {
  const [token] = await tokens(bff)
  const { dev } = devChainOf(bff.deps)
  const block = (blocked: boolean) =>
    dev.setBlocked({
      token: token?.tokenAddress as `0x${string}`,
      address: payer.address,
      blocked,
    })
  await block(true)
  const hash = await pay(bff, payer, { to, amount: usdc(1) })
  await block(false)
  return hash
}

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'payments_account.updated': 'credited debited',
    'payments_account.action_required': 'low_balance',
  })
})
