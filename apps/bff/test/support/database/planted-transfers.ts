import { v7 as uuidV7 } from 'uuid'
import { withClient } from '../../../src/db/server/server.ts'

/**
 * Writes copies of a transfer that differ in some columns, without steps and postings, and returns
 * what takes them away again.
 */
export const plantCopies = (
  adminUrl: string,
  model: string,
  copies: readonly Readonly<Record<string, unknown>>[],
): Promise<() => Promise<void>> =>
  withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
        where attrelid = 'transfer'::regclass and attnum > 0 and not attisdropped
          and attgenerated = ''`,
    )
    const ids: string[] = []
    await admin.query('set session_replication_role = replica')
    for (const copy of copies) {
      const id = uuidV7()
      const own: Record<string, unknown> = { id, transaction_id: uuidV7(), ...copy }
      const names = rows.map(({ name }) => name).filter((name) => !(name in own))
      const places = Object.keys(own).map((_, at) => `$${at + 2}`)
      await admin.query(
        `insert into transfer (${[...Object.keys(own), ...names].join(', ')})
          select ${[...places, ...names].join(', ')} from transfer where id = $1`,
        [model, ...Object.values(own)],
      )
      ids.push(id)
    }
    return () =>
      withClient(adminUrl, async (again) => {
        await again.query('set session_replication_role = replica')
        await again.query('delete from transfer where id = any($1)', [ids])
      })
  })
