import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'

export const findSettings = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('wallet_settings')
    .select('export_delay_seconds')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()

export async function saveSettings(tx: Tx, partnerId: string, exportDelaySeconds: number) {
  const changes = {
    export_delay_seconds: exportDelaySeconds,
    changed_at: serviceNow,
  }
  await tx
    .insertInto('wallet_settings')
    .values({ partner_id: partnerId, ...changes })
    .onConflict((known) => known.column('partner_id').doUpdateSet(changes))
    .execute()
}
