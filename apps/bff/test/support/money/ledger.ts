import { assetName, depositLegs, formatId, payoutLegs } from '@corridor/domain'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { v7 as uuidV7 } from 'uuid'
import {
  type PostingGroup,
  postGroup,
  resolvePending,
} from '../../../src/records/ledger/service.ts'
import type { TestDatabase } from '../database/database.ts'
import { insertPartner } from '../people/partners.ts'
import { insertTestTransfer } from './transfers.ts'

const usd = { asset: assetName('USD'), scale: 2 }
const place = { kind: 'BANK', country: 'US' } as const

/** A transfer that got 100.00, paid out 60.00 and is about to pay out 40.00: one row of everything. */
export async function insertBookedTransfer(db: TestDatabase) {
  const partnerId = await insertPartner(db)
  const { id: transferId } = await insertTestTransfer(db, partnerId, { status: 'PROCESSING' })
  const post = (group: Omit<PostingGroup, 'partnerId' | 'transferId'>) =>
    db.asWorker((tx) => postGroup(tx, { partnerId, transferId, ...group }))
  const payout = (attempt: number, amount: bigint, status: 'SUBMITTED' | 'CONFIRMED') =>
    db.asWorker((tx) =>
      tx
        .insertInto('payout')
        .values({
          partner_id: partnerId,
          id: uuidV7(),
          transfer_id: transferId,
          step: 'payout_submitted',
          attempt,
          kind: 'BANK',
          status,
          jurisdiction_id: 'jur_test',
          currency: 'USD',
          scale: 2,
          amount,
          account_id: uuidV7(),
          payee_outcome: 'MATCH',
          created_at: sql<Date>`service_now()`,
          updated_at: sql<Date>`service_now()`,
        })
        .execute(),
    )
  await post({
    step: 'deposit_received',
    legs: depositLegs({ ...usd, amount: 10_000n, place, transferId }),
  })
  await post({
    step: 'payout_submitted',
    legs: payoutLegs({ ...usd, amount: 6_000n, place, transferId }),
  })
  await payout(1, 6_000n, 'CONFIRMED')
  await db.asWorker((tx) =>
    resolvePending(tx, {
      partnerId,
      transferId,
      step: 'payout_confirmed',
      of: { step: 'payout_submitted', code: 'payout' },
      as: 'post',
    }),
  )
  await post({
    step: 'payout_submitted/2',
    legs: payoutLegs({ ...usd, amount: 4_000n, place, transferId }),
  })
  await payout(2, 4_000n, 'SUBMITTED')
  return { partnerId, transferId, partner: formatId('par', partnerId) }
}

/** Works as superuser with triggers off, as no role of ours may, and takes it all back. */
export async function rolledBack<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}
