import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertBookedTransfer, rolledBack } from '../../../test/support/money/ledger.ts'
import { otherRows, type Probe, probes } from '../../../test/support/money/money-probes.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { typeParsers } from '../../db/pool.ts'
import { orphans, partnerTables } from './orphans.ts'

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
      found.map(({ name }) => name).filter((name) => !tried.has(name) && !isTerm(name)),
    ).toEqual([])
  })
})

describe('rows without a foreign key have their parents', () => {
  /** Of no partner, transfer or chain. */
  const nobody = '0198a5c0-0000-7000-8000-0000000000ff'

  test('each table that names a partner has a foreign key that leads to it, or is looked through', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'partner_id' and not a.attisdropped
        where c.relkind in ('r', 'p') and not c.relispartition
          and c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))`,
    )
    const names = rows.map(({ name }) => name).filter((name) => !partnerTables.includes(name))
    // Entries and their seals are compared with what was witnessed outside the database.
    expect(names.toSorted()).toEqual(['audit', 'audit_head', 'audit_seal'])
  })

  test.each([
    'transfer',
    'transfer_step',
    'event',
    'posting',
    'posting_group',
    'posting_resolution',
    'ledger_account',
    'ledger_balance',
    'payout',
    'deposit',
    'chain_order',
  ])('a row of %s that is of no partner is found', async (table) => {
    expect(await found(`update ${table} set partner_id = '${nobody}'`)).toContain(
      `a row of ${table} has its parent: ${nobody}`,
    )
  })
  test.each(['transfer_step', 'payout'])(
    'a row of %s that is of no transfer is found',
    async (table) => {
      expect(await found(`update ${table} set transfer_id = '${nobody}'`)).toContainEqual(
        expect.stringMatching(new RegExp(`^a row of ${table} has its parent: .* ${nobody}$`)),
      )
    },
  )
  test.each(['chain_order', 'chain_transaction'])(
    'a row of %s that is of no chain is found',
    async (table) => {
      expect(await found(`update ${table} set chain_id = 'none'`)).toEqual([
        `a row of ${table} has its parent: none`,
      ])
    },
  )

  test.each(['partner', 'transfer', 'chain'])(
    'nobody who runs the service deletes a %s',
    async (table) => {
      for (const url of [db.urls.app, db.urls.worker]) {
        const client = new Client({ connectionString: url })
        await client.connect()
        await expect(client.query(`delete from ${table}`)).rejects.toThrow('permission denied')
        await client.end()
      }
    },
  )

  test('who calls writes nothing for another partner, nor for one that does not exist', async () => {
    const other = await insertPartner(db)
    for (const partnerId of [other, nobody])
      for (const table of ['transfer', 'transfer_step', 'payout', 'deposit'])
        await expect(
          db.withPartner(other === partnerId ? nobody : other, (tx) =>
            sql`insert into ${sql.table(table)} (partner_id) values (${partnerId})`.execute(tx),
          ),
        ).rejects.toThrow('row-level security')
  })

  /** What is found where one row was changed by who may do everything. */
  const found = (change: string): Promise<string[]> =>
    rolledBack(admin, async () => {
      const [, table = ''] = /^update (\w+)/.exec(change) ?? []
      await admin.query('set local session_replication_role = replica')
      const { rowCount } = await admin.query(
        `${change} where ctid = (select ctid from ${table} limit 1)`,
      )
      expect(rowCount).toBe(1)
      return orphans(ofAdmin())
    })
})

/** The open transaction of `admin`, as the check takes it. */
function ofAdmin(): Tx {
  const connection = { query: admin.query.bind(admin), release: () => undefined }
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }) as never
}

/** Lists of values, keys of what is no money, and what follows from two others. */
const isTerm = (name: string) =>
  /_(kind|status|type|purpose|source|account|reason)_check$/.test(name) || others.includes(name)
const others = [
  'deposit.search_keys',
  'payout.search_keys',
  'transfer.search_keys',
  'transfer.search_keys_changed',
  'transfer.touch_refunded',
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
