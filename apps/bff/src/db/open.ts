import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Config } from '../config/config.ts'
import type { Tx } from './connection.ts'
import { checkDurability, checkLogged } from './server/durability.ts'
import type { DatabaseLog } from '../config/database-log.ts'
import { migrate } from './schema/migrate.ts'
import { openPool } from './pool.ts'
import type { Role } from './server/roles.ts'
import { batchedRead } from './batch.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { type ReadyServer, startOwnServer, joinServer } from './server/server.ts'
import { inReading, inTransaction, onlyInTransactions } from './transaction.ts'

export type { Tx } from './connection.ts'

export type DatabaseConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

export type DatabasePorts = {
  random: (bytes: number) => Uint8Array
  log: DatabaseLog
}

/** Clients are had only through `withPartner` and `asWorker`. */
export type Database = {
  /** One transaction as `corridor_app`; row security shows this partner's rows alone. */
  withPartner: <T>(partnerId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads as `corridor_app` without a transaction; work that writes or locks runs again in one. */
  reading: <T>(partnerId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One transaction as `corridor_worker`, which sees the rows of all partners. */
  asWorker: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** As `asWorker`, in a transaction with whatever else comes at the moment. */
  groupCommit: GroupCommit
  /** The signer's own pool, role `corridor_signer`. */
  signerPool: Pool
  /** Connection strings for what needs a connection of its own: pg-boss, LISTEN, migrations. */
  urls: Record<'owner' | 'app' | 'worker' | 'signer', string>
  close: () => Promise<void>
}

/** The service's time; never the process's clock. */
export const now = (tx: Tx): Promise<Date> => readNow(tx, undefined)

const readNow = batchedRead<undefined, Date>(
  () => '',
  async (tx) => {
    const { rows } = await sql<{ now: Date }>`select service_now() as now`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('service_now() gave no row')
    return [row.now]
  },
)

/**
 * Opens the database of this instance: the embedded server, or the one in `DATABASE_URL`. Sees to
 * roles, checks durability, migrates, and opens the pools.
 * @throws StartRefused with a message for the operator
 */
export async function openDatabase(
  config: DatabaseConfig,
  ports: DatabasePorts,
): Promise<Database> {
  const server = config.DATABASE_URL
    ? await joinServer(config.DATABASE_URL, config.DATA_DIR, ports)
    : await startOwnServer(config.DATA_DIR, ports)
  try {
    await migrate({ ownerUrl: server.url('corridor_owner'), log: ports.log })
    return await openPools(server, ports)
  } catch (error) {
    await server.leave()
    throw error
  }
}

/** Connections for each kind of work. The goals of `performance.md` are met with about these. */
const poolSizes = { app: 16, worker: 6, signer: 4 }

/** Pools over a server whose roles and tables are in place. Closing them does not stop the server. */
export async function openPools(server: ReadyServer, ports: DatabasePorts): Promise<Database> {
  const { log, random } = ports
  const pool = (role: Role, max: number) =>
    openPool(
      { connectionString: server.url(role), max, application_name: role, ...onlyInTransactions },
      log,
    )
  const app = pool('corridor_app', poolSizes.app)
  const worker = pool('corridor_worker', poolSizes.worker)
  const signerPool = pool('corridor_signer', poolSizes.signer)
  const jitter = () => (random(1)[0] ?? 0) / 255

  const asWorker: Database['asWorker'] = (work) =>
    inTransaction({ pool: worker, jitter }, undefined, work)
  const database: Database = {
    withPartner: (partnerId, work) => inTransaction({ pool: app, jitter }, partnerId, work),
    reading: (partnerId, work) => inReading({ pool: app, jitter }, partnerId, work),
    asWorker,
    groupCommit: createGroupCommit(asWorker),
    signerPool,
    urls: {
      owner: server.url('corridor_owner'),
      app: server.url('corridor_app'),
      worker: server.url('corridor_worker'),
      signer: server.url('corridor_signer'),
    },
    close: async () => {
      await Promise.all([app.end(), worker.end(), signerPool.end()])
      await server.leave()
    },
  }
  try {
    // A role or a database can carry settings of its own, so each role is asked for itself.
    await checkDurability(app, log)
    await checkDurability(worker)
    await checkDurability(signerPool)
    await checkLogged(worker)
    return database
  } catch (error) {
    await Promise.all([app.end(), worker.end(), signerPool.end()])
    throw error
  }
}
