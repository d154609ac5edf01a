import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { startSequence } from '../events/outbox.ts'

export async function insertPartner(
  tx: Tx,
  partner: { id: string; name: string; environment: string },
): Promise<void> {
  await tx
    .insertInto('partner')
    .values({ ...partner, created_at: sql<Date>`service_now()` })
    .execute()
  await startSequence(tx, partner.id)
}
