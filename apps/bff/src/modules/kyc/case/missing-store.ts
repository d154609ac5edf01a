import type { Tx } from '../../../db/open.ts'
import type { KycRecord } from './store.ts'

/** Keeps beside the entity what it lacks, where that changed; its version stays. */
export async function settleMissing(tx: Tx, { entity }: KycRecord, missing: readonly string[]) {
  if (entity.kyc_missing.join('\n') === missing.join('\n')) return
  await tx
    .updateTable('entity')
    .set({ kyc_missing: [...missing] })
    .where((eb) => eb.and({ partner_id: entity.partner_id, id: entity.id }))
    .execute()
}
