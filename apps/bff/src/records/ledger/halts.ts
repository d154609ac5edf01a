import { serviceNow } from '../../db/moment.ts'
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

/** Stops payouts of an asset until `resumePayouts`; false where they were stopped for this already. */
export async function haltPayouts(
  tx: Tx,
  halt: { asset: string; reason: string; problems: readonly string[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payout_halt')
    .values({ ...halt, problems: [...halt.problems], halted_at: serviceNow })
    .onConflict((conflict) => conflict.columns(['asset', 'reason']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n) > 0
}

/** Ends the halt of an asset for one reason, or for all; false where there was none. */
export async function resumePayouts(tx: Tx, asset: string, reason?: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('payout_halt')
    .where('asset', '=', asset)
    .$if(reason !== undefined, (halts) => halts.where('reason', '=', reason ?? ''))
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
