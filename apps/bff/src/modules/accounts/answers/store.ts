import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'

/** Whether a partner may ask about a name of a number today; the same name counts once. */
export async function takeAsk(
  tx: Tx,
  asked: { partnerId: string; numberKey: string; nameKey: string; namesMax: number },
): Promise<boolean> {
  const { partnerId, numberKey, nameKey, namesMax } = asked
  const { rows } = await sql<{ isTaken: boolean }>`
    insert into payee_ask as k (partner_id, number_key, day, names)
    values (${partnerId}, ${numberKey}, (${serviceNow})::date, array[${nameKey}])
    on conflict (partner_id, number_key) do update set day = excluded.day, names = case
      when k.day <> excluded.day then excluded.names
      when k.names @> excluded.names or cardinality(k.names) >= ${namesMax} then k.names
      else k.names || excluded.names end
    returning k.names @> array[${nameKey}] as "isTaken"`.execute(tx)
  return rows[0]?.isTaken ?? false
}
