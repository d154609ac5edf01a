import { feeLegs, gasLegs } from '@corridor/domain'
import * as fc from 'fast-check'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { insertPartner } from '../../../test/support/partners.ts'
import { insertTestTransfer } from '../../../test/support/transfers.ts'
import { withClient } from '../../db/server.ts'
import { balanceOf, postGroup } from './service.ts'
import { verifyLedger } from './verify.ts'

let db: TestDatabase
let partnerId: string
beforeAll(async () => {
  db = await createTestDatabase()
  partnerId = await insertPartner(db)
})
afterAll(() => db.close())

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
const post = (step: string, legs: ReturnType<typeof fees>, transferId = uuidV7()) =>
  db.asWorker((tx) => postGroup(tx, { partnerId, transferId, step, legs }))
const balance = (key: ReturnType<typeof account>) =>
  db.asWorker((tx) => balanceOf(tx, partnerId, key))

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

  test('an account that nothing was posted to has nothing; zero legs are postings, no legs are none', async () => {
    expect(await balance(account('fee_receivable', 'ent_unknown'))).toBe(0n)
    const transferId = uuidV7()
    await post('finalized', fees(0n, 0n, 'ent_c'), transferId)
    await db.asWorker((tx) =>
      postGroup(tx, {
        partnerId,
        transferId,
        step: 'gas_funded',
        legs: gasLegs('gas', 'ETH@1', '0x', 0n),
      }),
    )
    const { rows } = await withClient(db.adminUrl, (admin) =>
      admin.query(
        `select g.step, count(p.id)::int as postings from posting_group g
         left join posting p on p.group_id = g.id where g.transfer_id = $1 group by 1`,
        [transferId],
      ),
    )
    expect(rows).toEqual([{ step: 'finalized', postings: 2 }])
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
  })

  test('tokens that moved for a transfer that is told as failed are found', async () => {
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
