import { sql } from 'kysely'
import { batchedCall } from '../../db/batch.ts'
import { inPlace } from '../../db/record-keys.ts'
import type { Tx } from '../../db/open.ts'

type Asked = { partnerId: string; numberKey: string }
/** The holder of a number at its bank of the sandbox; null where the bank does not answer. */
export type SimulatedHolder = { name: string | null }

/** Undefined where nobody has set who holds a number. */
export const findHolder = batchedCall<Asked, SimulatedHolder | undefined>(async (tx, asked) => {
  const given = asked.map(({ partnerId, numberKey }, place) => ({
    place,
    partner: partnerId,
    number: numberKey,
  }))
  const { rows } = await sql<SimulatedHolder & { place: number }>`
    select g.place, p.name from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (place int, partner uuid, number text)
    join simulated_payee p on p.partner_id = g.partner and p.number_key = g.number`.execute(tx)
  return inPlace(asked, rows)
})

/** Undefined has its bank confirm every name again. */
export async function setHolder(
  tx: Tx,
  { partnerId, numberKey }: Asked,
  holder: SimulatedHolder | undefined,
): Promise<void> {
  const key = { partner_id: partnerId, number_key: numberKey }
  if (!holder) {
    await tx
      .deleteFrom('simulated_payee')
      .where((eb) => eb.and(key))
      .execute()
    return
  }
  await tx
    .insertInto('simulated_payee')
    .values({ ...key, ...holder })
    .onConflict((known) => known.columns(['partner_id', 'number_key']).doUpdateSet(holder))
    .execute()
}
