import { Pool, type PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { sharedDatabase } from './support/database/recycled.ts'
import { deleteOldAnswers } from '../src/api/idempotency-store.ts'
import { type Tx, transactionOn } from '../src/db/connection.ts'
import { deleteOldRequests } from '../src/modules/access/requests/store.ts'
import { findUnopened } from '../src/modules/accounts/funding/store.ts'
import { expireOld } from '../src/modules/exports/store.ts'
import { findDue, lockExpiredQuotes } from '../src/modules/transfers/funding/store.ts'
import { deleteOverdue } from '../src/modules/wallets/base/session-store.ts'
import { findDue as dueRequests } from '../src/records/approvals/request-store.ts'
import { newlyOverdue } from '../src/records/liquidity/drawing-store.ts'
import { expiredQuotes } from '../src/records/liquidity/frame-store.ts'
import { expirePendings } from '../src/records/ledger/ledger-check.ts'

const db = sharedDatabase()

/** The plan of each statement that the work sends, where only an index may find rows. */
async function plansOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  const pool = new Pool({ connectionString: db.urls.worker, max: 1 })
  const client = await pool.connect()
  const plans: string[] = []
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await client.query(`explain ${text}`, values)
      plans.push(...rows.map((row) => row['QUERY PLAN']))
      return client.query(text, values)
    },
  }
  try {
    await client.query('begin read write; set local enable_seqscan = off')
    await work(transactionOn(explaining as unknown as PoolClient).tx)
    await client.query('rollback')
  } finally {
    client.release()
    await pool.end()
  }
  return plans.join('\n')
}

test.each<[what: string, index: string, work: (tx: Tx) => Promise<unknown>]>([
  ['quotes that expire', 'transfer_expiry', lockExpiredQuotes],
  ['transfers that were not funded', 'transfer_deposit_until', findDue],
  ['transfers that were held', 'transfer_held_until', findDue],
  ['sessions that end', 'wallet_session_due', deleteOverdue],
  ['answers kept under a key', 'idempotency_key_expiry', (tx) => deleteOldAnswers(tx, 100)],
  ['calls that were logged', 'request_log_age', (tx) => deleteOldRequests(tx, 30, 100)],
  ['accounts to be opened', 'funding_account_provisioning', (tx) => findUnopened(tx, 100)],
  ['files of exports', 'list_export_kept', (tx) => expireOld(tx, 30, 100)],
  ['requests for approval', 'approval_request_due', (tx) => dueRequests(tx, 100)],
  ['drawings that become overdue', 'liquidity_transaction_overdue', (tx) => newlyOverdue(tx, 100)],
  ['quotes of reserves', 'reserve_frame_quoted', (tx) => expiredQuotes(tx, 100)],
  [
    'pending legs',
    'posting\\w*timeout\\w*',
    (tx) => expirePendings({ db: { asWorker: (of) => of(tx), readingAll: (of) => of(tx) } }),
  ],
])('%s are found by the time alone', async (_, index, work) => {
  const plan = (await plansOf(work)).replaceAll('\n', ' ')
  expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}`))
  expect(plan).toMatch(/Index Cond: \([a-z_.]+ <=? \(?\(?InitPlan \d\)/)
})
