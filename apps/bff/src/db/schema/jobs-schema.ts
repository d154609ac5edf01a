import type { Client } from 'pg'
import { PgBoss } from 'pg-boss'

/** The schema of the job queue (pg-boss). */
export const jobsSchema = 'pgboss'

/**
 * Installs or upgrades pg-boss as the owner, and lets the app send and the worker do the rest.
 * Neither may change the schema, so both construct pg-boss with `migrate: false`. pg-boss works on a
 * connection and in a transaction of its own; `client` grants what they need.
 */
export async function installJobs(client: Client, ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: jobsSchema,
    supervise: false,
    schedule: false,
    max: 1,
  })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  await client.query(`
    revoke all on schema ${jobsSchema} from public;
    grant usage on schema ${jobsSchema} to corridor_app, corridor_worker;
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to corridor_app, corridor_worker;
    grant usage, select on all sequences in schema ${jobsSchema} to corridor_app, corridor_worker;
    grant execute on all functions in schema ${jobsSchema} to corridor_app, corridor_worker;
  `)
}
