import { sql } from 'kysely'
import { planApart, type Tx } from './connection.ts'

/** Writes rows of one kind in one statement, in their order. */
export type ManyWriter<T> = (tx: Tx, rows: readonly T[]) => Promise<unknown>
/** Answers many calls with one statement: as many answers, in the order of the calls. */
export type ManyAsker<A, R> = (tx: Tx, calls: readonly A[]) => Promise<readonly R[]>

type Call = { arg: unknown; resolve: (answer: unknown) => void; reject: (error: unknown) => void }
type Group = { tx: Tx; calls: Map<ManyAsker<never, unknown>, Call[]> }
type Unit = { group: Group; rows: Map<ManyWriter<never>, unknown[]> }

const units = new WeakMap<Tx, Unit>()
/** Rows that others wait for are written last, what makes room for others first. */
type Turn = 'first' | 'last'
const turns = new WeakMap<ManyWriter<never>, Turn>()
const order = { first: 0, last: 2 } as const

/**
 * Does the same work for many things in one transaction, each with a `tx` of its own: what the units
 * record is written at the end by one statement for each kind, in the order of the items, and what
 * they ask at one moment is asked together. It is all of them or none.
 */
export async function inUnits<A, R>(
  tx: Tx,
  items: readonly A[],
  work: (tx: Tx, item: A) => Promise<R>,
): Promise<R[]> {
  const group: Group = { tx, calls: new Map() }
  const own = items.map(() => {
    const unit: Unit = { group, rows: new Map() }
    // The same transaction under another name.
    const unitTx = tx.withoutPlugins()
    units.set(unitTx, unit)
    return { unit, unitTx }
  })
  const [, answers] = await Promise.all([
    lookUpByKeys(tx),
    Promise.all(items.map((item, at) => work(own[at]?.unitTx ?? tx, item))),
  ])
  await writeAll(
    tx,
    own.map(({ unit }) => unit),
  )
  return answers
}

/**
 * What units ask is found by its keys, whatever was known of the tables when a plan was made: a table
 * that grows fast is read as a whole otherwise.
 */
async function lookUpByKeys(tx: Tx): Promise<void> {
  planApart(tx)
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    tx,
  )
}

async function writeAll(tx: Tx, own: readonly Unit[]): Promise<void> {
  const kinds = new Set(own.flatMap(({ rows }) => [...rows.keys()]))
  const ordered = [...kinds].toSorted((a, b) => placeOf(a) - placeOf(b))
  await Promise.all(
    ordered.map((many) =>
      many(
        tx,
        own.flatMap(({ rows }) => (rows.get(many) ?? []) as never[]),
      ),
    ),
  )
}

function placeOf(many: ManyWriter<never>): number {
  const turn = turns.get(many)
  return turn ? order[turn] : 1
}

/** Makes a write that units do together at their end. `one` writes where there are no units. */
export function gathered<T>(
  one: (tx: Tx, row: T) => Promise<unknown>,
  many: ManyWriter<T>,
  turn?: Turn,
): (tx: Tx, row: T) => Promise<void> {
  if (turn) turns.set(many, turn)
  return async (tx, row) => {
    const unit = units.get(tx)
    if (!unit) {
      await one(tx, row)
      return
    }
    const rows = unit.rows.get(many)
    if (rows) rows.push(row)
    else unit.rows.set(many, [row])
  }
}

/**
 * Makes a question, or a write with an answer, that units ask together: all that come within one turn
 * of the program go into one statement. Where there are no units it is asked alone.
 */
export function together<A, R>(many: ManyAsker<A, R>): (tx: Tx, arg: A) => Promise<R> {
  return async (tx, arg) => {
    const unit = units.get(tx)
    if (unit) return ask(unit.group, many, arg) as Promise<R>
    const [answer] = await many(tx, [arg])
    return answer as R
  }
}

/** As `together`, for what many units ask alike: each key is asked once, and all have its answer. */
export function togetherBy<A, R>(
  keyOf: (arg: A) => string,
  many: ManyAsker<A, R>,
): (tx: Tx, arg: A) => Promise<R> {
  return together(async (tx, args) => {
    const places = new Map<string, number>()
    const distinct = args.filter((arg) => {
      const key = keyOf(arg)
      const isNew = !places.has(key)
      if (isNew) places.set(key, places.size)
      return isNew
    })
    const answers = await many(tx, distinct)
    return args.map((arg) => answers[places.get(keyOf(arg)) ?? 0] as R)
  })
}

/** Writes now what a unit has recorded so far, because it is read in the same transaction. */
export async function writeGathered(tx: Tx): Promise<void> {
  const unit = units.get(tx)
  if (!unit || unit.rows.size === 0) return
  const rows = unit.rows
  unit.rows = new Map()
  await writeAll(unit.group.tx, [{ ...unit, rows }])
}

function ask<A, R>(group: Group, many: ManyAsker<A, R>, arg: A): Promise<unknown> {
  if (group.calls.size === 0) setImmediate(() => askAll(group))
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const calls = group.calls.get(many)
  if (calls) calls.push({ arg, resolve, reject })
  else group.calls.set(many, [{ arg, resolve, reject }])
  return promise
}

/** One statement for each kind, sent in the order in which they were first asked. */
function askAll(group: Group): void {
  const { calls } = group
  group.calls = new Map()
  for (const [many, asked] of calls)
    many(
      group.tx,
      asked.map(({ arg }) => arg as never),
    ).then(
      (answers) => asked.forEach(({ resolve }, at) => resolve(answers[at])),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    )
}
