import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { uuidOf } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'
import type { SimulateInput } from './simulate-input.ts'

/** Keeps customers and accounts as they are until the quote is stored. */
export async function holdParties(tx: Tx, partnerId: string, input: SimulateInput): Promise<void> {
  const entities = [input.fromEntityId, input.toEntityId].map((id) => uuidOf('ent', id))
  const accounts = [input.fromAccountId, input.toAccountId].map((id) => uuidOf('acc', id))
  const funding = parseId('fund', input.fromAccountId)
  await Promise.all([
    sql`select from entity where partner_id = ${partnerId} and id = any(${entities}::uuid[])
      order by id for share`.execute(tx),
    sql`select from external_account where partner_id = ${partnerId} and id = any(${accounts}::uuid[])
      order by id for key share`.execute(tx),
    funding === undefined
      ? undefined
      : sql`select from funding_account where partner_id = ${partnerId} and id = ${funding}
          for key share`.execute(tx),
  ])
}
