import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import { jobsSchema } from '../db/schema/jobs-schema.ts'

/** Those of these ids that have no open job. */
export async function withoutJob(tx: Tx, queue: string, transferIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${transferIds}::uuid[]) as given (id)
    where not exists (
      select from ${sql.table(`${jobsSchema}.job`)} j
      where j.name = ${queue} and j.id = given.id and j.state < 'completed')`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes jobs away. It is sent at once, while the queue's own call looks the queue up first. */
export const deleteJobs = (tx: Tx, queue: string, transferIds: readonly string[]) =>
  sql`delete from ${sql.table(`${jobsSchema}.job`)}
    where name = ${queue} and id = any(${transferIds}::uuid[])`.execute(tx)

/** Whether jobs are being worked on, or were when their process died. */
export async function isAnyActive(tx: Tx, queue: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(`${jobsSchema}.job`)} j
    where j.name = ${queue} and j.state = 'active' limit 1`.execute(tx)
  return rows.length > 0
}
