import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { everyAsset, haltPayouts } from './halts.ts'

/** What does not hold: which rule, of which asset (none where it is of no single one), and where. */
export type Breach = { rule: string; asset: string | null; place: string }

/** A promise about the records, and a query for what breaks it. Each row says where. */
export type Invariant = { name: string; breaches: string }

/**
 * Recomputes the whole ledger as it is at one moment; with a time of the service's clock, only what
 * was booked since then, and the accounts that it touched.
 */
export async function ledgerBreaches(tx: Tx, since?: Date): Promise<Breach[]> {
  const from = since?.toISOString() ?? '-infinity'
  const { rows } = await sql<Breach>`
    select rule, asset, place from ledger_breaches(${from}::timestamptz)`.execute(tx)
  return rows
}

/** How many places a halt names; the check says them all. */
const placesMax = 20

/** Stops payouts of the assets in which something does not hold; gives those stopped just now. */
export async function haltForBreaches(tx: Tx, breaches: readonly Breach[]): Promise<string[]> {
  const halted: string[] = []
  for (const [asset, found] of Map.groupBy(breaches, (breach) => breach.asset ?? everyAsset)) {
    const problems = found.slice(0, placesMax).map(({ rule, place }) => `${rule}: ${place}`)
    if (await haltPayouts(tx, { asset, reason: 'the ledger does not hold', problems }))
      halted.push(asset)
  }
  return halted
}
