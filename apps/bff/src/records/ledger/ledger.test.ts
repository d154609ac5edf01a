import {
  type AccountKey,
  depositLegs,
  feeLegs,
  formatId,
  gasLegs,
  type Leg,
  ledgerAccount,
  payoutLegs,
  receivableLegs,
} from '@corridor/domain'
import * as fc from 'fast-check'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../test/support/money/transfers.ts'
import { withClient } from '../../db/server/server.ts'
import { expirePendings } from './ledger-check.ts'
import { type Breach, ledgerBreaches } from './breaches.ts'
import {
  balanceOf,
  clearingOf,
  ledgerOf,
  lockedBalanceOf,
  postGroup,
  resolvePending,
} from './service.ts'
import { verifyLedger } from './verify.ts'

const db = sharedDatabase()
let partnerId: string
beforeAll(async () => {
  partnerId = await insertPartner(db)
})

const account = (
  kind: 'fee_receivable' | 'fee_income_partner' | 'fee_income_service',
  owner: string,
) => ({
  kind,
  asset: 'USDC@31337',
  scale: 6,
  owner,
})
const fees = (partnerFees: bigint, svcFees: bigint, payer = 'ent_a') =>
  feeLegs({ asset: 'USDC@31337', scale: 6, partner: 'par_a', payer, partnerFees, svcFees })
const post = (step: string, legs: readonly Leg[], transferId = uuidV7()) =>
  db.asWorker((tx) => postGroup(tx, { partnerId, transferId, step, legs }))
const balance = (key: AccountKey) => db.asWorker((tx) => balanceOf(tx, partnerId, key))

const ledger = (transferId: string) => db.asWorker((tx) => ledgerOf(tx, partnerId, transferId))
/** What the tests below break on purpose. */
let planted: Breach[] = []

describe('the ledger', () => {
  test('keeps every amount to the last unit, also beyond what a number can carry', async () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 77n / 1000n })
    const model = { partner: 0n, service: 0n }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(amount, amount), { maxLength: 4 }), async (pairs) => {
        await Promise.all(
          pairs.map(([partner, service]) => post('finalized', fees(partner, service))),
        )
        for (const [partner, service] of pairs) {
          model.partner += partner
          model.service += service
        }
        expect(await balance(account('fee_income_partner', 'par_a'))).toBe(-model.partner)
        expect(await balance(account('fee_income_service', ''))).toBe(-model.service)
        expect(await balance(account('fee_receivable', 'ent_a'))).toBe(
          model.partner + model.service,
        )
      }),
      { numRuns: 20 },
    )
  })

  test('a step that posts again collides, and its transaction leaves nothing', async () => {
    const transferId = uuidV7()
    await post('finalized', fees(5n, 6n, 'ent_b'), transferId)
    await expect(post('finalized', fees(5n, 6n, 'ent_b'), transferId)).rejects.toThrow(
      /duplicate key/,
    )
    expect(await balance(account('fee_receivable', 'ent_b'))).toBe(11n)
  })

  test('an account that nothing was posted to has nothing, and no leg is of nothing', async () => {
    expect(await balance(account('fee_receivable', 'ent_unknown'))).toBe(0n)
    expect(fees(0n, 0n)).toEqual([])
    expect(gasLegs('gas', 'ETH@1', '0x', 0n)).toEqual([])
    const transferId = uuidV7()
    await post('finalized', [], transferId)
    expect(await ledger(transferId)).toEqual([])
  })

  test('a leg between two assets is refused', async () => {
    const [leg] = fees(1n, 1n)
    if (!leg) throw new Error('no leg')
    const other = { ...leg, debit: { ...leg.debit, asset: 'ETH@31337' } }
    await expect(post('finalized', [other])).rejects.toThrow(/two assets/)
  })

  test('postings are never changed or removed, not even by the owner', async () => {
    for (const statement of [
      'update posting set amount = 1',
      'delete from posting',
      'truncate posting',
      'delete from posting_group',
    ]) {
      await expect(withClient(db.urls.worker, (worker) => worker.query(statement))).rejects.toThrow(
        /never changed|permission denied/,
      )
      await expect(withClient(db.urls.owner, (owner) => owner.query(statement))).rejects.toThrow(
        /never changed|permission denied/,
      )
    }
  })

  test('another partner’s accounts are its own', async () => {
    const other = await insertPartner(db)
    expect(
      await db.asWorker((tx) => balanceOf(tx, other, account('fee_receivable', 'ent_a'))),
    ).toBe(0n)
  })

  test('a posting without its group, or with a foreign account, is found', async () => {
    const before = await db.asWorker(verifyLedger)
    const id = uuidV7()
    await withClient(db.adminUrl, (admin) =>
      admin.query(
        `insert into posting (partner_id, id, group_id, code, debit_account, credit_account, asset, amount, created_at)
         values ($1, $2, $2, 'planted', $2, $3, 'USDC@31337', 5, now())`,
        [partnerId, id, uuidV7()],
      ),
    )
    const found = await db.asWorker(verifyLedger)
    expect(found.filter((line) => !before.includes(line))).toEqual([
      `every posting belongs to a group: ${id}`,
      `both accounts of a posting are of its asset and its partner: ${id}`,
    ])
    planted = await db.asWorker(ledgerBreaches)
  })

  test('tokens that moved for a transfer that is recorded as failed are found', async () => {
    const { id } = await insertTestTransfer(db, partnerId, { status: 'PROCESSING' })
    await withClient(db.adminUrl, async (admin) => {
      await admin.query(`update transfer set status = 'FAILED' where id = $1`, [id])
      await admin.query(
        `insert into chain (chain_id, marker, created_at) values ('test', '', now())`,
      )
      await admin.query(
        `insert into chain_transaction (chain_id, hash, purpose, sender, nonce, raw, status, partner_id, transfer_id, step, created_at)
         values ('test', '0x1', 'user', '0xa', 0, '', 'CONFIRMED', $1, $2, 'broadcast', now())`,
        [partnerId, id],
      )
    })
    expect(await db.asWorker(verifyLedger)).toContain(`nothing moved for a failed transfer: ${id}`)
  })
})

describe('pending legs', () => {
  const usd = { asset: 'USD', scale: 2 }
  const place = { kind: 'BANK', country: 'US' } as const
  const hold = { step: 'payout_submitted', code: 'hold' }

  /** A transfer that holds 100.00, of which 60.00 are held for something. */
  async function ordered(timeoutAt?: Date): Promise<string> {
    const transferId = uuidV7()
    await post(
      'deposit_received',
      depositLegs({ ...usd, amount: 10_000n, place, transferId }),
      transferId,
    )
    const legs = payoutLegs({ ...usd, amount: 6_000n, place, transferId })
    const timed = legs.map((leg) => ({ ...leg, code: 'hold', ...(timeoutAt && { timeoutAt }) }))
    await post('payout_submitted', timed, transferId)
    return transferId
  }
  const resolve = (
    transferId: string,
    as: 'post' | 'void',
    amount?: bigint,
    step = 'payout_known',
  ) =>
    db.asWorker((tx) =>
      resolvePending(tx, {
        partnerId,
        transferId,
        step,
        of: hold,
        as,
        ...(amount !== undefined && { amount }),
      }),
    )
  const held = (transferId: string) => db.asWorker((tx) => clearingOf(tx, partnerId, transferId))

  test('what is pending cannot be spent again, and is released or taken once', async () => {
    const posted = await ordered()
    expect(await held(posted)).toEqual([
      { ...usd, balance: 10_000n, pending: 6_000n, incoming: 0n },
    ])
    const legs = payoutLegs({ ...usd, amount: 4_001n, place, transferId: posted })
    await expect(post('payout_submitted/2', legs, posted)).rejects.toThrow(/ledger_balance_floor/)
    await resolve(posted, 'post')
    expect(await held(posted)).toMatchObject([{ balance: 4_000n, pending: 0n }])

    const voided = await ordered()
    await resolve(voided, 'void')
    expect(await held(voided)).toMatchObject([{ balance: 10_000n, pending: 0n }])

    for (const done of [posted, voided])
      for (const as of ['post', 'void'] as const)
        await expect(resolve(done, as, undefined, 'again')).rejects.toThrow(
          /posting_resolution_pkey/,
        )
    expect(await db.asWorker(ledgerBreaches)).toEqual(planted)
  })

  test('less than what is pending can be posted, the rest is released; more, or nothing, is refused', async () => {
    const transferId = await ordered()
    await expect(resolve(transferId, 'post', 6_001n)).rejects.toThrow(/posting_resolution_posted/)
    await expect(resolve(transferId, 'post', 0n)).rejects.toThrow(/posting_amount/)
    await expect(resolve(transferId, 'post', -1n)).rejects.toThrow(/posting_amount/)
    await resolve(transferId, 'post', 1_500n)
    expect(await held(transferId)).toMatchObject([{ balance: 8_500n, pending: 0n }])
  })

  test('a leg that is not pending cannot be resolved', async () => {
    const transferId = await ordered()
    for (const of of [
      { ...hold, code: 'other' },
      { step: 'deposit_received', code: 'deposit' },
    ])
      await expect(
        db.asWorker((tx) =>
          resolvePending(tx, { partnerId, transferId, step: 'known', of, as: 'post' }),
        ),
      ).rejects.toThrow(/not pending/)
  })

  test('of 20 that resolve one leg at the same time exactly one does', async () => {
    const transferId = await ordered()
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        resolve(transferId, i % 2 ? 'post' : 'void', undefined, `n${i}`),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await held(transferId)).toMatchObject([{ pending: 0n }])
  })

  test('both sides of every posting are listed, oldest first', async () => {
    const transferId = await ordered()
    await resolve(transferId, 'post', 5_000n)
    const clearing = `transfer_clearing:${formatId('exec', transferId)}`
    const entries = (await ledger(transferId)).map(
      ({ account: name, debit, credit, kind, step }) => [step, kind, name, debit, credit],
    )
    expect(entries).toEqual([
      ['deposit_received', 'single', 'bank:US', 10_000n, 0n],
      ['deposit_received', 'single', clearing, 0n, 10_000n],
      ['payout_submitted', 'pending', clearing, 6_000n, 0n],
      ['payout_submitted', 'pending', 'bank:US', 0n, 6_000n],
      ['payout_known', 'post', clearing, 5_000n, 0n],
      ['payout_known', 'post', 'bank:US', 0n, 5_000n],
    ])
  })

  test('one whose time is up by the service’s clock is voided, and only that one', async () => {
    const soon = new Date(Date.now() + 3_600_000)
    const [timed, untimed] = [await ordered(soon), await ordered()]
    expect(await expirePendings({ db })).toBe(0)
    await withClient(db.adminUrl, (admin) => admin.query(`select advance_service_clock('2 hours')`))
    expect(await db.asWorker(ledgerBreaches)).toContainEqual(
      expect.objectContaining({ rule: 'no pending leg is open 60 s after its time' }),
    )
    expect(await expirePendings({ db })).toBe(1)
    expect(await expirePendings({ db })).toBe(0)
    expect(await held(timed)).toMatchObject([{ balance: 10_000n, pending: 0n }])
    expect(await held(untimed)).toMatchObject([{ pending: 6_000n }])
    await expect(resolve(timed, 'post')).rejects.toThrow(/posting_resolution_pkey/)
  })

  test('who locks an account for its limit sees what was posted before', async () => {
    const key = ledgerAccount('refund_receivable', usd, 'par_x')
    const limit = 500n
    const lend = () =>
      db.asWorker(async (tx) => {
        if ((await lockedBalanceOf(tx, partnerId, key)) + 100n > limit) return 'REFUSED'
        const transferId = uuidV7()
        const legs = receivableLegs({ ...usd, amount: 100n, partner: 'par_x', transferId })
        await postGroup(tx, { partnerId, transferId, step: 'receivable', legs })
        return 'LENT'
      })
    const answers = await Promise.all(Array.from({ length: 12 }, lend))
    expect(answers.filter((answer) => answer === 'LENT')).toHaveLength(5)
    expect(await balance(key)).toBe(limit)
  })
})
