import { readPerEuro } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { RateFile } from '../../ports/rates.ts'

/** Days that files are kept, for those who ask what a quote rested on. */
const keptDays = 400

/** How far the sandbox's rates were moved, in basis points of a currency's worth. */
export async function readShifts(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.selectFrom('rate_shift').select(['currency', 'basis_points']).execute()
  return new Map(rows.map((row) => [row.currency, row.basis_points]))
}

/** Moves the worth of a currency, against what the sample says; 0 puts it back. */
export const setShift = (tx: Tx, shift: { currency: string; basisPoints: number }) =>
  sql`insert into rate_shift (currency, basis_points, set_at)
    values (${shift.currency}, ${shift.basisPoints}, ${serviceNow})
    on conflict (currency) do update set basis_points = excluded.basis_points,
      set_at = excluded.set_at`.execute(tx)

/** The newest file of a source, or nothing. */
export async function newestFile(tx: Tx, source: string): Promise<RateFile | undefined> {
  const { rows } = await sql<{ day: string; rates: Record<string, string> }>`
    select day::text as day, rates from rate_file
    where source = ${source} order by rate_file.day desc limit 1`.execute(tx)
  const [row] = rows
  const perEuro = row && readPerEuro(Object.entries(row.rates))
  return perEuro && { source, day: row.day, perEuro }
}

/** Keeps a file, once for each day of its source; old ones go. */
export async function keepFile(
  tx: Tx,
  { source, day }: RateFile,
  rates: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`insert into rate_file (source, day, rates, fetched_at)
    values (${source}, ${day}::date, ${JSON.stringify(rates)}::jsonb, ${serviceNow})
    on conflict do nothing`.execute(tx)
  await sql`delete from rate_file
    where day < (${serviceNow} - make_interval(days => ${keptDays}))::date`.execute(tx)
}
