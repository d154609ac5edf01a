import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { uuidOf } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'
import type { SimulateInput } from './simulate-input.ts'

type Parties = { partnerId: string; input: SimulateInput }

/** Keeps customers and accounts as they are until the quote is stored. */
export const holdParties = (tx: Tx, partnerId: string, input: SimulateInput): Promise<undefined> =>
  holdMany(tx, { partnerId, input })

/**
 * Those of one transaction are of one partner; all are locked in one order. Funding accounts also
 * where there are none: a lock that some quotes of a batch take first would come after the others'
 * look-up, which they share.
 */
const holdMany = batchedCall<Parties, undefined>(async (tx, asked) => {
  const of = (prefix: 'ent' | 'acc' | 'fund', pick: (input: SimulateInput) => string[]) => {
    const ids = asked.flatMap(({ input }) => pick(input)).map((id) => uuidOf(prefix, id))
    return sql`partner_id = ${asked[0]?.partnerId} and id = any(${[...new Set(ids)]}::uuid[])`
  }
  const entities = of('ent', ({ fromEntityId, toEntityId }) => [fromEntityId, toEntityId])
  const accounts = of('acc', ({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId])
  const funding = of('fund', ({ fromAccountId }) => [fromAccountId])
  await sql`
    with customers as materialized (
      select from entity where ${entities} order by id for share
    ), accounts as materialized (
      select from external_account where ${accounts} order by id for key share
    ), funding as materialized (
      select from funding_account where ${funding} order by id for key share
    )
    select (select count(*) from customers), (select count(*) from accounts),
      (select count(*) from funding)`.execute(tx)
  return asked.map(() => undefined)
})
