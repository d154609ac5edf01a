import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatId, partnerScopes } from '@corridor/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/schema/migrate.ts'
import { withClient } from '../../src/db/server/server.ts'
import { readAuditBook, verifyAudit } from '../../src/records/ledger/verify-audit.ts'
import { verifyLedger } from '../../src/records/ledger/verify.ts'
import { makeDataDirectory } from '../support/database/data-dir.ts'
import { createTestDatabase, openTestDatabase } from '../support/database/database.ts'
import { keptLog } from '../support/database/quiet.ts'
import { restoreRelease } from '../support/database/release.ts'
import { lastingSchemaOf } from '../support/database/schema-lines.ts'
import { type AnyBody, type Bff, startBff } from '../support/process/bff.ts'

/** The key-encryption key of the sandbox that was dumped, which holds nothing but its demo. */
const kek = 'be739778502c72e96e163fe3da77615eca935609a921422ae21f16ec63f92ffb'

const folder = makeDataDirectory('release')
let before: Map<string, number>
let after: Map<string, number>
let bff: Bff

beforeAll(async () => {
  const keyFile = join(folder, 'kek')
  writeFileSync(keyFile, Buffer.from(kek, 'hex'), { mode: 0o600 })
  const restored = await restoreRelease('6dc2712')
  before = await countsOf(restored.adminUrl)
  await migrate({ ownerUrl: restored.ownerUrl, log: keptLog() })
  after = await countsOf(restored.adminUrl)
  bff = await startBff(
    { KEK_FILE: keyFile, ROLE: 'web' },
    { openDatabase: () => openTestDatabase(restored) },
  )
})
afterAll(async () => {
  await bff.close()
  rmSync(folder, { recursive: true, force: true })
})

test('an instance of 6dc2712 keeps every row, and its tables are those of a fresh one', async () => {
  // Both are written by migrations; the rest of the difference are tables that are empty, and go.
  const kept = [...before].filter(([, count]) => count > 0).map(([table]) => table)
  const changed = kept.filter((table) => after.get(table) !== before.get(table))
  expect(changed.toSorted()).toEqual(['allowed_transition', 'schema_migration'])
  expect(kept.length).toBeGreaterThan(60)
  const fresh = await createTestDatabase()
  try {
    const linesOf = (url: string) => withClient(url, lastingSchemaOf)
    expect(await linesOf(bff.adminUrl)).toEqual(await linesOf(fresh.adminUrl))
  } finally {
    await fresh.close()
  }
})

test('its own accounts are claimed, but wallets that were made here and what a bank link brought', async () => {
  const { rows } = await withClient(bff.adminUrl, (admin) =>
    admin.query<Record<'ownership' | 'made' | 'proof' | 'proof_method', string | null>>(
      `select distinct ownership, verification->>'method' as made, proof, proof_method,
        proved_at = created_at as "atOnce" from external_account`,
    ),
  )
  const proofs = rows.map(({ ownership, made, ...of }) => [ownership, made, Object.values(of)])
  expect(proofs).toEqual(
    proofs.map(([ownership, made]) => {
      const isProved = made === 'OWN_WALLET' || made === 'BANK_LINK'
      const own = isProved ? ['PROVED', made, true] : ['CLAIMED', '', null]
      return [ownership, made, ownership === 'SELF' ? own : [null, '', null]]
    }),
  )
  const seen = rows.map(({ proof }) => proof)
  for (const proof of ['PROVED', 'CLAIMED', null]) expect(seen).toContain(proof)
})

test('its ledger and its audit log are sound', async () => {
  const book = await readAuditBook(bff.deps)
  expect(await bff.deps.db.asWorker((tx) => verifyLedger(tx))).toEqual([])
  expect(await bff.deps.db.asWorker((tx) => verifyAudit(tx, book))).toEqual([])
})

test.each([
  ['Halden Remit', { transfers: 11, customers: 5, deposits: 8 }],
  ['Kestrel Pay', { transfers: 9, customers: 5, deposits: 6 }],
])('the lists of %s are read through the API', async (name, expected) => {
  const { rows } = await withClient(bff.adminUrl, (admin) =>
    admin.query<{ id: string }>('select id from partner where name = $1', [name]),
  )
  const token = await bff.issue(formatId('par', rows[0]?.id ?? ''), partnerScopes)
  const read = async (path: string): Promise<AnyBody> =>
    (await bff.send(`/api/v1/xfer/${path}`, { token })).body
  expect({
    transfers: (await read('transaction/transfers')).data.length,
    customers: (await read('entity')).data.length,
    deposits: (await read('payin/deposits')).data.data.length,
  }).toEqual(expected)
  const found = await read('utility/webhook/events')
  expect(found.data.length).toBeGreaterThan(0)
})

/** How many rows each table has, partitions in their table. */
async function countsOf(url: string): Promise<Map<string, number>> {
  return withClient(url, async (admin) => {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'signer'::regnamespace)
          and c.relkind in ('r', 'p') and not c.relispartition`,
    )
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from ${name}`)
    const { rows } = await admin.query<{ name: string; count: number }>(counts.join(' union all '))
    return new Map(rows.map(({ name, count }) => [name, count]))
  })
}
