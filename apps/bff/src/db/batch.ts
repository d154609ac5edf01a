import { sql } from 'kysely'
import { leaveToCommit, planApart, renamed, type Tx } from './connection.ts'
import { isRetryable } from './errors.ts'
import { sendTogether } from './send-together.ts'

/**
 * The transaction of a batch, as one of its items sees it: the same transaction as the others', under
 * a name of its own. A `PostponedWrite` on it is made at the end of the batch, a `BatchedCall` with
 * those that the other items make at the same moment; every other statement is sent as it is.
 */
export type BatchTx = Tx

/** On a `BatchTx` it resolves before it has written; call `writePostponed` to read what it wrote. */
export type PostponedWrite<T> = (tx: Tx, row: T) => Promise<void>

/** On a `BatchTx` it waits for the other items' calls, and resolves with its own answer. */
export type BatchedCall<A, R> = (tx: Tx, arg: A) => Promise<R>

/** Writes rows of one kind in one statement, in their order. */
type WriteMany<T> = (tx: Tx, rows: readonly T[]) => Promise<unknown>
/** Answers many calls with one statement: as many answers, in the order of the calls. */
type CallMany<A, R> = (tx: Tx, calls: readonly A[]) => Promise<readonly R[]>

type Call = { arg: unknown; resolve: (answer: unknown) => void; reject: (error: unknown) => void }
type Batch = {
  tx: Tx
  calls: Map<CallMany<never, unknown>, Call[]>
  /** Who has which thing to itself, where the items know nothing of each other. */
  owners?: Map<string, Item>
  /** Called when all that was decided is sent: what is left is the database's work. */
  onSent?: () => void
}
type Item = { batch: Batch; postponed: Map<WriteMany<never>, unknown[]> }

const itemOf = new WeakMap<BatchTx, Item>()
/** Rows that others wait for are written last, what makes room for others first. */
type Turn = 'first' | 'last'
const turns = new WeakMap<WriteMany<never>, Turn>()
const order = { first: 0, last: 2 } as const

/** Two items of a batch need the same thing to themselves, or one needs the whole transaction. */
export class NotTogether extends Error {
  override readonly name = 'NotTogether'
}

/** Some items of a batch failed; by their places. */
export class ItemsFailed extends Error {
  override readonly name = 'ItemsFailed'
  readonly failures: ReadonlyMap<number, unknown>
  constructor(failures: ReadonlyMap<number, unknown>) {
    super(`${failures.size} of a batch failed`)
    this.failures = failures
  }
}

/**
 * Does the same work for many items in one transaction: postponed writes are made at the end by one
 * statement for each kind, in the order of the items, and calls that the items make at one moment
 * become one statement. It is all of them or none.
 */
export async function inBatch<A, R>(
  tx: Tx,
  items: readonly A[],
  work: (tx: BatchTx, item: A) => Promise<R>,
): Promise<R[]> {
  try {
    return await runItems({ tx, calls: new Map() }, items, work)
  } catch (error) {
    const [first] = error instanceof ItemsFailed ? error.failures.values() : []
    throw first ?? error
  }
}

/**
 * As `inBatch`, for items that know nothing of each other. In a shared one none may use what another
 * has not finished, which `haveAlone` and `needAlone` refuse.
 * @throws ItemsFailed naming those that failed, when the work of all of them has to be undone
 */
export const inGroup = <A, R>(
  tx: Tx,
  items: readonly A[],
  work: (tx: BatchTx, item: A) => Promise<R>,
  { isShared, onSent }: { isShared: boolean; onSent?: () => void },
): Promise<R[]> =>
  runItems(
    { tx, calls: new Map(), ...(onSent && { onSent }), ...(isShared && { owners: new Map() }) },
    items,
    work,
  )

/**
 * Names what only one item of a shared batch may have: the second one would read what the first has
 * not written yet. Outside a shared batch nothing happens.
 * @throws NotTogether
 */
export function haveAlone(tx: Tx, key: string): void {
  const item = itemOf.get(tx)
  const owners = item?.batch.owners
  if (!item || !owners) return
  const owner = owners.get(key) ?? item
  if (owner !== item) throw new NotTogether(`two of a batch use ${key}`)
  owners.set(key, item)
}

/** Whether this is an item of a batch. */
export const isItem = (tx: Tx): boolean => itemOf.has(tx)

/** Says that what follows concerns the whole transaction. @throws NotTogether in a shared batch */
export function needAlone(tx: Tx): void {
  if (itemOf.get(tx)?.batch.owners)
    throw new NotTogether('one of a batch needs a transaction alone')
}

async function runItems<A, R>(
  batch: Batch,
  items: readonly A[],
  work: (tx: BatchTx, item: A) => Promise<R>,
): Promise<R[]> {
  const { tx } = batch
  const begun: Item[] = []
  const begin = (item: A) => {
    const own: Item = { batch, postponed: new Map() }
    const batchTx = renamed(tx)
    itemOf.set(batchTx, own)
    begun.push(own)
    return work(batchTx, item)
  }
  const { outcomes } = await sendTogether({
    settings: lookUpByKeys(tx),
    outcomes: Promise.allSettled(items.map(begin)),
  })
  const failures = outcomes.flatMap((outcome, at): [number, unknown][] =>
    outcome.status === 'rejected' ? [[at, outcome.reason]] : [],
  )
  // The transaction itself failed: it may run again as it is.
  const conflict = failures.find(([, reason]) => isRetryable(reason))
  if (conflict) throw conflict[1]
  if (failures.length > 0) throw new ItemsFailed(new Map(failures))
  const written = writeAll(tx, begun)
  batch.onSent?.()
  await written
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/**
 * What a batch reads is found by its keys, whatever was known of the tables when a plan was made: a
 * table that grows fast is read as a whole otherwise, or an index of it once for each item.
 */
async function lookUpByKeys(tx: Tx): Promise<void> {
  planApart(tx)
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_material', 'off', true), set_config('random_page_cost', '0.01', true)`.execute(
    tx,
  )
}

async function writeAll(tx: Tx, items: readonly Item[]): Promise<void> {
  const kinds = new Set(items.flatMap(({ postponed }) => [...postponed.keys()]))
  const ordered = [...kinds].toSorted((a, b) => placeOf(a) - placeOf(b))
  await Promise.all(
    ordered.map((many) => {
      const rows = items.flatMap(({ postponed }) => (postponed.get(many) ?? []) as never[])
      return leaveToCommit(tx, () => many(tx, rows))
    }),
  )
}

function placeOf(many: WriteMany<never>): number {
  const turn = turns.get(many)
  return turn ? order[turn] : 1
}

/** Makes a write that a batch postpones to its end. `one` writes at once where there is no batch. */
export function postponedWrite<T>(
  entry: (tx: Tx, row: T) => Promise<unknown>,
  many: WriteMany<T>,
  turn?: Turn,
): PostponedWrite<T> {
  if (turn) turns.set(many, turn)
  return async (tx, row) => {
    const item = itemOf.get(tx)
    if (!item) return leaveToCommit(tx, () => entry(tx, row))
    const rows = item.postponed.get(many)
    if (rows) rows.push(row)
    else item.postponed.set(many, [row])
  }
}

/** Makes now what an item has postponed so far, because it is read in the same transaction. */
export async function writePostponed(tx: Tx): Promise<void> {
  const item = itemOf.get(tx)
  if (!item || item.postponed.size === 0) return
  const { batch, postponed } = item
  item.postponed = new Map()
  await writeAll(batch.tx, [{ batch, postponed }])
}

/**
 * Makes a read, or a write with an answer, that a batch sends as one statement for all its items that
 * call it within one turn of the program. Where there is no batch it is sent alone.
 */
export function batchedCall<A, R>(many: CallMany<A, R>): BatchedCall<A, R> {
  return async (tx, arg) => {
    const item = itemOf.get(tx)
    if (item) return join(item.batch, many, arg) as Promise<R>
    const [answer] = await many(tx, [arg])
    return answer as R
  }
}

/** As `batchedCall`, for what many items read alike: each key is read once, and all have its answer. */
export function batchedRead<A, R>(
  keyOf: (arg: A) => string,
  many: CallMany<A, R>,
): BatchedCall<A, R> {
  return batchedCall(async (tx, args) => {
    const distinct = [...new Map(args.map((arg) => [keyOf(arg), arg])).entries()]
    const answers = await many(
      tx,
      distinct.map(([, arg]) => arg),
    )
    const byKey = new Map(distinct.map(([key], at) => [key, answers[at] as R]))
    return args.map((arg) => byKey.get(keyOf(arg)) as R)
  })
}

function join<A, R>(batch: Batch, many: CallMany<A, R>, arg: A): Promise<unknown> {
  if (batch.calls.size === 0) setImmediate(() => sendCalls(batch))
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const calls = batch.calls.get(many)
  if (calls) calls.push({ arg, resolve, reject })
  else batch.calls.set(many, [{ arg, resolve, reject }])
  return promise
}

/** One statement for each kind, sent in the order in which they were first called. */
function sendCalls(batch: Batch): void {
  const { calls } = batch
  batch.calls = new Map()
  for (const [many, waiting] of calls)
    many(
      batch.tx,
      waiting.map(({ arg }) => arg as never),
    ).then(
      (answers) => waiting.forEach(({ resolve }, at) => resolve(answers[at])),
      (error: unknown) => waiting.forEach(({ reject }) => reject(error)),
    )
}
