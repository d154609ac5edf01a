import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tables } from './tables.ts'

/** One open transaction. On a pipelined client, statements made at once travel together. */
export type Tx = Transaction<Tables>

/** Commits whatever the work returns and rolls back what it throws. */
export async function runTransaction<T>(pool: Pool, begin: string, work: (tx: Tx) => Promise<T>) {
  const client = await pool.connect()
  const state: State = { isOver: false, sent: 0, left: [] }
  let broken = true
  try {
    // Not awaited: the first statement travels with it. It fails only where the connection does.
    const begun = client.query(begin)
    begun.catch(() => undefined)
    try {
      const result = await work(transactionOn(client, state))
      state.isOver = true
      const commit = client.query('commit')
      commit.catch(() => undefined)
      await Promise.all([begun, ...state.left])
      const { command } = await commit
      // The server answers ROLLBACK where a failed statement was swallowed by the work.
      if (command === 'ROLLBACK') throw new Error('The work went on after a failed statement.')
      broken = false
      return result
    } catch (error) {
      state.isOver = true
      await client.query('rollback')
      broken = false
      throw error
    }
  } finally {
    client.release(broken)
  }
}

type State = { isOver: boolean; sent: number; left: Promise<unknown>[] }
const states = new WeakMap<Tx, State>()

/**
 * Makes a write whose answer says nothing but that it was made: it is read with the commit's, which
 * travels behind it and is refused by the server where the write fails.
 */
export async function leaveToCommit(tx: Tx, write: () => Promise<unknown>): Promise<void> {
  const state = states.get(tx)
  const before = state?.sent
  const answer = write()
  if (!state || state.sent === before) {
    await answer
    return
  }
  answer.catch(() => undefined)
  state.left.push(answer)
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect = {
  createDriver: () => driver,
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) =>
    new PostgresIntrospector(db),
}

function transactionOn(client: PoolClient, state: State): Tx {
  const connection = connectionOn(client, state)
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const executor = new DefaultQueryExecutor(compiler, adapter, provider)
  const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
  states.set(tx, state)
  return tx
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function connectionOn(client: PoolClient, state: State): DatabaseConnection {
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      // What the work left running must not land in the next transaction of this client.
      if (state.isOver) throw new Error('A statement came after its transaction had ended.')
      state.sent += 1
      const { command, rows, rowCount } = await client.query<R & object>({
        name: statementName(sql),
        text: sql,
        values: [...parameters],
      })
      return writes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    },
    streamQuery: () => {
      throw new Error('Streaming is not offered: read pages instead.')
    },
  }
}

/** Statements are prepared once for each connection; there are as many as the code has. */
const names = new Map<string, string>()

function statementName(sql: string): string {
  const name = names.get(sql) ?? `s${names.size + 1}`
  names.set(sql, name)
  return name
}
