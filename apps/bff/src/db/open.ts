import { sql } from 'kysely'
import { type Pool, Client } from 'pg'
import { serviceNow } from './moment.ts'
import type { Config } from '../config/config.ts'
import type { Tx } from './connection.ts'
import { checkDurability, checkLogged } from './server/durability.ts'
import { takeSignerPassword } from './server/signer-password.ts'
import type { DatabaseLog } from '../config/database-log.ts'
import { migrate } from './schema/migrate.ts'
import { openPool } from './pool.ts'
import type { Role } from './server/roles.ts'
import { batchedRead } from './batch.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { type ReadyServer, startOwnServer, joinServer } from './server/server.ts'
import { inReading, inSnapshot, inTransaction, onlyInTransactions } from './transaction.ts'
import { createTurns, type TurnsMax } from './connections/turns.ts'
import { StartRefused } from '../config/start-refused.ts'

export type { Tx } from './connection.ts'

export type DatabaseConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Config, 'ENVIRONMENT'>>

export type DatabasePorts = {
  random: (bytes: number) => Uint8Array
  log: DatabaseLog
}

/** What the service works with. Clients are had only through `withPartner` and `asWorker`. */
export type ServiceDatabase = {
  /** One transaction as `corridor_app`; row security shows this partner's rows alone. */
  withPartner: <T>(partnerId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** As `withPartner`, to read only, all of it as the database is at one moment, for minutes. */
  snapshot: <T>(partnerId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads as `corridor_app` without a transaction; work that writes or locks runs again in one. */
  reading: <T>(partnerId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One transaction as `corridor_worker`, which sees the rows of all partners. */
  asWorker: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads as `corridor_worker`, as `reading` does. */
  readingAll: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** As `asWorker`, in a transaction with whatever else comes at the moment. */
  groupCommit: GroupCommit
  /** The same, in a line of its own for each connection: what asks much does not hold up the rest. */
  inLine: (line: string) => ServiceDatabase
  /** Connection strings for what needs a connection of its own: pg-boss, LISTEN. */
  urls: Record<'app' | 'worker', string>
  close: () => Promise<void>
}

/** With what migrations and a signer inside the service need. */
export type Database = ServiceDatabase & {
  /** The signer's own pool, role `corridor_signer`. */
  signerPool: Pool
  urls: Record<'owner' | 'app' | 'worker' | 'signer', string>
}

/** The service's time; never the process's clock. */
export const now = (tx: Tx): Promise<Date> => readNow(tx, undefined)

const readNow = batchedRead<undefined, Date>(
  () => '',
  async (tx) => {
    const { rows } = await sql<{ now: Date }>`select ${serviceNow} as now`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('the clock gave no row')
    return [row.now]
  },
)

/**
 * Opens the database of this instance: the embedded server, or the one in `DATABASE_URL`. Sees to
 * roles, checks durability, migrates, and opens the pools.
 * @throws StartRefused with a message for the operator
 */
export async function openDatabase(config: DatabaseConfig, ports: DatabasePorts) {
  const server = await openServer(config, ports)
  try {
    const password = await takeSignerPassword(server, config.DATA_DIR, ports.random)
    const url: ReadyServer['url'] = (role) =>
      role === 'corridor_signer' ? server.url(role, password) : server.url(role)
    return await openPools({ url, leave: server.leave }, ports)
  } catch (error) {
    await server.leave()
    throw error
  }
}

/** As `openDatabase`, without what the signer has: its password may be kept elsewhere. */
export async function openServiceDatabase(config: DatabaseConfig, ports: DatabasePorts) {
  const server = await openServer(config, ports)
  try {
    return await openServicePools(server, ports)
  } catch (error) {
    await server.leave()
    throw error
  }
}

/** The server, with its roles and tables in place. @throws StartRefused */
export async function openServer(
  config: DatabaseConfig,
  ports: DatabasePorts & { isForAll?: boolean },
): Promise<ReadyServer> {
  const server = config.DATABASE_URL
    ? await joinServer(config.DATABASE_URL, config.DATA_DIR, ports)
    : await startOwnServer(config.DATA_DIR, ports)
  try {
    await migrate({ ownerUrl: server.url('corridor_owner'), log: ports.log })
    if (config.ENVIRONMENT === 'live') await holdClock(server.url('corridor_owner'))
    return server
  } catch (error) {
    await server.leave()
    throw error
  }
}

/** Connections for each kind of work. On two cores more of them make all slower. */
const poolSizes = { app: 12, worker: 6, signer: 4 }
/**
 * What one partner may have of them at a time, or of a worker's all requests and all background work:
 * the others find the rest free at once. When none has come free for so long, the database counts as
 * busy; who is refused in the background begins again much later.
 */
const turnsMax = {
  app: { underWay: poolSizes.app, underWayEach: 8, stillMs: 1_500 },
  worker: { underWay: poolSizes.worker, underWayEach: 5, stillMs: 2_000 },
}

type Urls = Pick<ReadyServer, 'url' | 'leave'>

/** Pools over a server whose roles and tables are in place. Closing them does not stop the server. */
export async function openPools(server: Urls, ports: DatabasePorts): Promise<Database> {
  const signerPool = openSignerPool(server.url('corridor_signer'), poolSizes.signer, ports.log)
  try {
    const service = await openServicePools(server, ports)
    // A role or a database can carry settings of its own, so each role is asked for itself.
    await checkDurability(signerPool)
    return {
      ...service,
      signerPool,
      urls: {
        ...service.urls,
        owner: server.url('corridor_owner'),
        signer: server.url('corridor_signer'),
      },
      close: async () => {
        await signerPool.end()
        await service.close()
      },
    }
  } catch (error) {
    await signerPool.end()
    throw error
  }
}

/** The pool of the role `corridor_signer`. */
export function openSignerPool(connectionString: string, max: number, log: DatabaseLog): Pool {
  return openRolePool('corridor_signer', { connectionString, max }, log)
}

/** As `openPools`, without the signer's. */
export async function openServicePools(server: Urls, { log, random }: DatabasePorts) {
  const pool = (role: 'corridor_app' | 'corridor_worker', max: number) =>
    openRolePool(role, { connectionString: server.url(role), max }, log)
  const app = pool('corridor_app', poolSizes.app)
  const worker = pool('corridor_worker', poolSizes.worker)
  const jitter = () => (random(1)[0] ?? 0) / 255
  const [appTurns, workerTurns] = [turnsOf(turnsMax.app), turnsOf(turnsMax.worker)]
  try {
    await checkDurability(app, log)
    await checkDurability(worker)
    await checkLogged(worker)
  } catch (error) {
    await Promise.all([app.end(), worker.end()])
    throw error
  }
  return inLine('')

  function inLine(line: string): ServiceDatabase {
    const ofApp = { pool: app, jitter, turns: appTurns, line }
    const ofWorker = { pool: worker, jitter, turns: workerTurns, line }
    const asWorker: ServiceDatabase['asWorker'] = (work) => inTransaction(ofWorker, undefined, work)
    return {
      withPartner: (partnerId, work) => inTransaction(ofApp, partnerId, work),
      snapshot: (partnerId, work) => inSnapshot(ofApp, partnerId, work),
      reading: (partnerId, work) => inReading(ofApp, partnerId, work),
      asWorker,
      readingAll: (work) => inReading(ofWorker, undefined, work),
      groupCommit: createGroupCommit(asWorker),
      inLine,
      urls: { app: server.url('corridor_app'), worker: server.url('corridor_worker') },
      close: async () => {
        await Promise.all([app.end(), worker.end()])
        await server.leave()
      },
    }
  }
}

/** All wait until a connection is free, as many as they are: admission has counted them. */
const turnsOf = (most: Omit<TurnsMax, 'waiting' | 'waitingEach'>) =>
  createTurns({ ...most, waiting: Infinity, waitingEach: Infinity })

function openRolePool(
  role: Role,
  sizes: { connectionString: string; max: number },
  log: DatabaseLog,
): Pool {
  return openPool({ ...sizes, application_name: role, ...onlyInTransactions }, log)
}

/**
 * Takes from the worker the right to move the clock, which is the sandbox's: delays, limits over time
 * and the ends of sessions are judged by it, also by the signer.
 * @throws StartRefused where it was moved
 */
export async function holdClock(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `revoke execute on function advance_service_clock(interval), begin_service_clock(interval),
        finish_past_clock() from public, corridor_worker`,
    )
    const { rows } = await owner.query<{ moved: boolean }>(
      "select clock_offset <> interval '0' as moved from service_clock",
    )
    if (rows[0]?.moved)
      throw new StartRefused('The clock of this database was moved: it is that of a sandbox.')
  } finally {
    await owner.end()
  }
}
