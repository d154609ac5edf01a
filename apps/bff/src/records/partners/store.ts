import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { startSequence } from '../events/outbox.ts'

export async function insertPartner(
  tx: Tx,
  partner: { id: string; name: string; environment: string },
): Promise<void> {
  await tx
    .insertInto('partner')
    .values({ ...partner, created_at: serviceNow })
    .execute()
  await startSequence(tx, partner.id)
}
