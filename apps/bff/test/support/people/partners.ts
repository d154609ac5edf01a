import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { ServiceDatabase } from '../../../src/db/open.ts'

/** A partner's row and nothing else; gives its UUID. */
export async function insertPartner(db: ServiceDatabase, name = 'Test partner'): Promise<string> {
  const id = uuidV7()
  await db.asWorker((tx) =>
    tx
      .insertInto('partner')
      .values({ id, name, environment: 'sandbox', created_at: sql<Date>`service_now()` })
      .execute(),
  )
  return id
}
