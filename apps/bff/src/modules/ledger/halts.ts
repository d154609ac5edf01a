import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** Halts all assets at once. */
export const everyAsset = '*'

export type Halt = { asset: string; reason: string; problems: string[]; haltedAt: Date }

/** Whether nothing may be paid out of an asset (`USD`, `USDC@31337`): payouts wait, they do not fail. */
export async function isPayoutHalted(tx: Tx, asset: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_halt')
    .select('asset')
    .where('asset', 'in', [asset, everyAsset])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops payouts of an asset until `resumePayouts`; false where they were stopped already. */
export async function haltPayouts(
  tx: Tx,
  halt: { asset: string; reason: string; problems: readonly string[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payout_halt')
    .values({ ...halt, problems: [...halt.problems], halted_at: sql`service_now()` })
    .onConflict((conflict) => conflict.column('asset').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n) > 0
}

/** Lets payouts of an asset go on; false where they were not stopped. */
export async function resumePayouts(tx: Tx, asset: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('payout_halt')
    .where('asset', '=', asset)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listHalts(tx: Tx): Promise<Halt[]> {
  const rows = await tx.selectFrom('payout_halt').selectAll().orderBy('asset').execute()
  return rows.map(({ asset, reason, problems, halted_at: haltedAt }) => ({
    asset,
    reason,
    problems,
    haltedAt,
  }))
}
