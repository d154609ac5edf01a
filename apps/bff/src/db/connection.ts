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
import type { PoolClient } from 'pg'
import { isAfterFailure } from './errors.ts'
import type { DB } from './schema/types.generated.ts'

/** One open transaction. */
export type Tx = Transaction<DB>

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

/**
 * A transaction under way. After `end` no statement reaches the client any more; it gives the answers
 * that were left to the commit.
 */
export type OpenTransaction = { tx: Tx; end: () => readonly Promise<unknown>[] }

/** Kysely over a client on which a transaction is open already; whoever opened it ends it. */
export function transactionOn(client: PoolClient): OpenTransaction {
  const state: State = { isOver: false, isApart: false, failure: undefined, sent: 0, left: [] }
  const connection = connectionOn(client, state)
  // Not one at a time: the client is pipelined, and the server takes statements in their order.
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const executor = new DefaultQueryExecutor(compiler, adapter, provider)
  const tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
  states.set(tx, state)
  return {
    tx,
    end: () => {
      state.isOver = true
      return state.left
    },
  }
}

type State = {
  isOver: boolean
  isApart: boolean
  failure: unknown
  /** Statements so far. */
  sent: number
  left: Promise<unknown>[]
}
const states = new WeakMap<Tx, State>()

/** From here on statements have plans of their own, because the transaction plans in another way. */
export function planApart(tx: Tx): void {
  const state = states.get(tx)
  if (state) state.isApart = true
}

/**
 * Makes a write whose answer says nothing but that it was made: it is read with the commit's, which
 * travels behind it and is refused by the server where the write fails. A write that has something to
 * wait for before it can be sent is waited for.
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

/** Waits for what was left to the commit. @throws what failed of it */
export async function readLeft(tx: Tx): Promise<void> {
  await Promise.all(takeLeft(tx))
}

/** What was left and not read yet; whoever takes it has undone it, or reads it. */
export const takeLeft = (tx: Tx) => states.get(tx)?.left.splice(0) ?? []

/** The same transaction under another name. */
export function renamed(tx: Tx): Tx {
  const other = tx.withoutPlugins()
  const state = states.get(tx)
  if (state) states.set(other, state)
  return other
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function connectionOn(client: PoolClient, state: State): DatabaseConnection {
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      // What the work left running must not land in the next transaction of this client.
      if (state.isOver) throw new Error('a statement came after its transaction had ended')
      state.sent += 1
      const name = parameters.length > 0 ? statementName(sql, state.isApart) : undefined
      const { rows, command, rowCount } = await client
        .query<R & object>({
          text: sql,
          ...(parameters.length > 0 && { values: [...parameters] }),
          ...(name && { name }),
        })
        .catch((error: unknown) => {
          throw causeOf(error, state)
        })
      if (!writes.has(command)) return { rows }
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('Streaming is not offered: read pages instead.')
    },
  }
}

/**
 * Statements travel together, and one behind a failed one may be the first whose failure reaches the work: it
 * fails for the same cause, which says whether the work may run again.
 */
function causeOf(error: unknown, state: State): unknown {
  if (!isAfterFailure(error)) state.failure = error
  return state.failure ?? error
}

/**
 * Statements are prepared once for each connection, which saves parsing them again. Only so many
 * texts get a name, since one with a list of varying length has as many texts as lengths; and none
 * loses it again, since a connection keeps what it has prepared.
 */
const namesMax = 1_000
const names = new Map<string, string>()

function statementName(sql: string, isApart: boolean): string | undefined {
  const name = names.get(sql) ?? nextName(sql)
  return name && isApart ? `${name}a` : name
}

function nextName(sql: string): string | undefined {
  if (names.size >= namesMax) return undefined
  const name = `c${names.size + 1}`
  names.set(sql, name)
  return name
}
