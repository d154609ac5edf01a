import { asAdmin, createDatabase } from '../measure/admin.ts'

const name = 'bench_base'
const rows = 10_000

/**
 * A database of the base's own in the running instance's server, so that both sides meet the same
 * settings and the same disk: the least a transfer is, ten thousand times.
 */
export async function createBaseDatabase(dataDir: string) {
  const base = await createDatabase(dataDir, name)
  const ids = await asAdmin(dataDir, name, async (admin) => {
    await admin.query(
      'create table transfers (id uuid primary key, src int not null, dst int not null, amount bigint not null, status text not null, created_at timestamptz not null)',
    )
    await admin.query(
      `insert into transfers select gen_random_uuid(), n, n + 1, n, 'COMPLETED', clock_timestamp() from generate_series(1, ${rows}) n`,
    )
    await admin.query('analyze transfers')
    const found = await admin.query<{ id: string }>('select id from transfers limit 500')
    return found.rows.map((row) => row.id)
  })
  return { ...base, ids }
}
