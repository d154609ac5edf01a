import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertBookedTransfer, rolledBack } from '../../../test/support/money/ledger.ts'
import { otherRows, type Probe, probes } from '../../../test/support/money/money-probes.ts'
import { typeParsers } from '../../db/pool.ts'

let db: TestDatabase
let admin: Client
beforeAll(async () => {
  db = await createTestDatabase()
  const { partnerId, transferId } = await insertBookedTransfer(db)
  admin = new Client({ connectionString: db.adminUrl, types: typeParsers })
  await admin.connect()
  for (const statement of otherRows.split(';'))
    await admin.query(
      statement.replaceAll('$1', `'${partnerId}'`).replaceAll('$2', `'${transferId}'`),
    )
})
afterAll(async () => {
  await admin.end()
  await db.close()
})

describe('money rests on constraints of the database', () => {
  test.each(probes)('%s: only %s refuses %s', async (...probe) => {
    const attempt = probe[2]
    const refused = await rolledBack(admin, () => failureOf(attempt))
    expect(nameOf(refused, attempt)).toBe(probe[1])
    // Without it the same goes through: whatever relies on it would be wrong, and this test fails.
    const without = await rolledBack(admin, async () => {
      await admin.query(await removal(probe))
      return failureOf(attempt)
    })
    expect(without).toBeUndefined()
  })

  test('each of them is tried', async () => {
    const { rows: found } = await admin.query<{ name: string }>(
      `select table_name || '.' || name as name from (
         select conrelid::regclass::text as table_name, conname::text as name from pg_constraint
         where contype in ('c', 'p', 'u', 'x') and conparentid = 0
         union select tablename, indexname from pg_indexes where indexdef like 'CREATE UNIQUE%'
         union select tgrelid::regclass::text, tgname from pg_trigger
         where not tgisinternal and tgparentid = 0
       ) as all_of_them where table_name = any($1) order by 1`,
      [[...new Set(probes.map(([table]) => table))]],
    )
    const tried = new Set(probes.map(([table, name]) => `${table}.${name}`))
    expect(
      found.map(({ name }) => name).filter((name) => !tried.has(name) && !isWord(name)),
    ).toEqual([])
  })
})

/** Lists of values, keys of what is no money, and what follows from two others. */
const isWord = (name: string) =>
  /_(kind|status|type|purpose|source|account|reason)_check$/.test(name) || others.includes(name)
const others = [
  'deposit.search_keys',
  'payout.search_keys',
  'transfer.search_keys',
  'transfer.search_keys_changed',
  'chain_transaction.chain_transaction_pkey',
  'chain_transaction.chain_transaction_step',
  'deposit.deposit_held_limit_check',
  'fee_account.fee_account_deposits_total_check',
  'transfer.transfer_pkey',
]

async function failureOf(statement: string): Promise<DatabaseError | undefined> {
  try {
    await admin.query(statement)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) return error
    throw error
  }
}

/** A trigger is known by what it says. */
function nameOf(error: DatabaseError | undefined, attempt: string): string | undefined {
  // Of a partition the name begins with the partition's.
  if (error?.constraint)
    return error.constraint.replace(/^posting_(default|\d{4}_\d\d)_/, 'posting_')
  if (error?.message.includes('never changed'))
    return attempt.startsWith('truncate') ? 'insert_only_truncate' : 'insert_only'
  return error?.message.includes('never becomes') ? 'transfer_lifecycle' : error?.message
}

async function removal([table, name]: Probe): Promise<string> {
  const { rows: kinds } = await admin.query<{ isConstraint: boolean; isIndex: boolean }>(
    `select exists (select from pg_constraint where conname = $1) as "isConstraint",
       to_regclass($1) is not null as "isIndex"`,
    [name],
  )
  if (kinds[0]?.isConstraint) return `alter table ${table} drop constraint ${name} cascade`
  return kinds[0]?.isIndex ? `drop index ${name}` : `drop trigger ${name} on ${table}`
}
