import { sql } from 'kysely'
import { batchedCall } from '../../../db/batch.ts'
import { uuidOf } from '../../../db/no-id.ts'
import type { Tx } from '../../../db/open.ts'
import type { SimulateInput } from './simulate-input.ts'

/** Keeps customers and accounts as they are until the quote is stored. */
export async function holdParties(tx: Tx, partnerId: string, input: SimulateInput): Promise<void> {
  await Promise.all([
    holdEntities(tx, { partnerId, ids: idsOf('ent', [input.fromEntityId, input.toEntityId]) }),
    holdAccounts(tx, { partnerId, ids: idsOf('acc', [input.fromAccountId, input.toAccountId]) }),
    // Also where there is none: a lock that some quotes of a batch take first would come after the
    // others' look-up, which they share.
    holdFunding(tx, { partnerId, ids: [uuidOf('fund', input.fromAccountId)] }),
  ])
}

type Held = { partnerId: string; ids: string[] }

const idsOf = (prefix: 'ent' | 'acc', texts: readonly string[]) =>
  texts.map((text) => uuidOf(prefix, text))

/** Those of one transaction are of one partner; all are locked in one order. */
const keysOf = (held: readonly Held[]) =>
  sql`partner_id = ${held[0]?.partnerId} and id = any(${[...new Set(held.flatMap(({ ids }) => ids))]}::uuid[])`

const holdEntities = batchedCall<Held, undefined>(async (tx, held) => {
  await sql`select from entity where ${keysOf(held)} order by id for share`.execute(tx)
  return held.map(() => undefined)
})

const holdAccounts = batchedCall<Held, undefined>(async (tx, held) => {
  await sql`select from external_account where ${keysOf(held)} order by id for key share`.execute(
    tx,
  )
  return held.map(() => undefined)
})

const holdFunding = batchedCall<Held, undefined>(async (tx, held) => {
  await sql`select from funding_account where ${keysOf(held)} order by id for key share`.execute(tx)
  return held.map(() => undefined)
})
