import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { withClient } from '../server/server.ts'

const db = sharedDatabase()

const countOne = async (): Promise<string> => {
  const { rows } = await db.asWorker((tx) =>
    sql<{ grown: string }>`select analyze_grown_table() as grown`.execute(tx),
  )
  return rows[0]?.grown ?? ''
}

test('a table that has doubled or changed as a whole is counted once, and what was planned before is planned anew', async () => {
  const partnerId = await insertPartner(db)
  await withClient(db.adminUrl, async (other) => {
    const grow = (from: number, to: number) =>
      other.query(`insert into transaction_claim (partner_id, transaction_id, transfer_id)
        select '${partnerId}', n::text, gen_random_uuid() from generate_series(${from}, ${to}) as n`)
    // What a session has written is known to others about a second later otherwise.
    const publish = () => other.query('select pg_stat_force_next_flush()')
    const plan = async () => {
      const { rows } = await other.query(`explain execute by_name ('${partnerId}', '7')`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    await grow(1, 1)
    await other.query('analyze transaction_claim')
    await other.query(`set plan_cache_mode = force_generic_plan;
      prepare by_name (uuid, text) as select transfer_id from transaction_claim
        where partner_id = $1 and transaction_id = $2`)
    expect(await plan()).toMatch(/Seq Scan/)
    await grow(2, 2_000)
    await publish()
    expect(await plan()).toMatch(/Seq Scan/)

    const counted: string[] = []
    for (let name = await countOne(); name !== ''; name = await countOne()) {
      expect(counted).not.toContain(name)
      counted.push(name)
    }
    expect(counted).toContain('transaction_claim')
    expect(await plan()).toMatch(/Index Scan/)

    await grow(2_001, 2_100)
    await publish()
    expect(await countOne()).toBe('')
    await other.query(`update transaction_claim set transfer_id = gen_random_uuid()
      where partner_id = '${partnerId}'`)
    await publish()
    expect(await countOne()).toBe('transaction_claim')
  })
})
