import type { Contender } from '../measure/measure.ts'
import { asAdmin, createDatabase } from '../measure/admin.ts'
import { runPgbench } from './transfers.ts'

const name = 'bench_lines'

/** Rows that are taken under lock, in a database of the base's own. */
export async function createLineDatabase(dataDir: string, rows: number) {
  const base = await createDatabase(dataDir, name)
  await asAdmin(dataDir, name, async (admin) => {
    await admin.query('create table line (id int primary key, borrowed bigint not null)')
    await admin.query(`insert into line select n, 0 from generate_series(1, ${rows}) n`)
  })
  return base
}

/** One statement with its commit: a row is locked, raised and written. */
export const lockRow = (
  url: string,
  contender: string,
  rows: number,
  options: { clients: number; seconds: number },
): Contender => ({
  name: contender,
  run: () =>
    runPgbench(
      url,
      `\\set id random(1, ${rows})\nupdate line set borrowed = borrowed + 1 where id = :id;\n`,
      'prepared',
      options,
    ),
})
