import type { Contender } from '../measure/measure.ts'
import { adminUrl, asAdmin } from '../measure/admin.ts'
import { runPgbench } from './transfers.ts'

const name = 'bench_lines'

export type LineDatabase = { url: string; drop: () => Promise<void> }

/** Rows that are taken under lock, in a database of the base's own. */
export async function createLineDatabase(dataDir: string, rows: number): Promise<LineDatabase> {
  await asAdmin(dataDir, 'postgres', async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
  })
  await asAdmin(dataDir, name, async (admin) => {
    await admin.query('create table line (id int primary key, borrowed bigint not null)')
    await admin.query(`insert into line select n, 0 from generate_series(1, ${rows}) n`)
  })
  return {
    url: adminUrl(dataDir, name),
    drop: () =>
      asAdmin(dataDir, 'postgres', async (admin) => {
        await admin.query(`drop database ${name} with (force)`)
      }),
  }
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
