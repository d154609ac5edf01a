import {
  type Insertable,
  type InsertObject,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
  type UpdateObject,
} from 'kysely'
import { batchedRead } from './batch.ts'
import { serviceNow } from './moment.ts'
import type { Tx } from './open.ts'
import { inOrder, type RecordKey, recordKey, recordKeys } from './record-keys.ts'
import type { DB } from './schema/types.generated.ts'

/** Tables of a partner's records. */
type OwnedTable = {
  [T in keyof DB]: DB[T] extends { partner_id: string; id: string } ? T : never
}[keyof DB]
/** Those whose records count their changes. */
type VersionedTable = {
  [T in OwnedTable]: 'version' | 'created_at' | 'updated_at' extends keyof DB[T] ? T : never
}[OwnedTable]

type Row<T extends OwnedTable> = Selectable<DB[T]>
type Counted = 'version' | 'created_at' | 'updated_at'
/** A new record; its times and version are written with it. */
export type NewRow<T extends VersionedTable> = Omit<Insertable<DB[T]>, Counted>
export type RowChange<T extends VersionedTable> = Omit<
  Updateable<DB[T]>,
  Counted | 'partner_id' | 'id'
>
type Inserted<T extends VersionedTable> = Omit<InsertObject<DB, T>, Counted>
type Updated<T extends VersionedTable> = Omit<UpdateObject<DB, T>, Counted | 'partner_id' | 'id'>
export type RowKey = { partner_id: string; id: string }

type PartnerTable = {
  [T in keyof DB]: DB[T] extends { partner_id: string } ? T : never
}[keyof DB]
type Columns<T extends PartnerTable> = {
  [C in keyof Selectable<DB[T]>]?: NonNullable<Selectable<DB[T]>[C]>
} & { partner_id: string }

/** A partner's rows in which these columns have these values, to be narrowed further. */
export function rowsOf<T extends PartnerTable>(tx: Tx, table: T, columns: Columns<T>) {
  // Inside, the table is like any other of a partner.
  let query = tx.selectFrom(table as 'reserve_frame').selectAll()
  for (const [name, value] of Object.entries(columns))
    query = query.where(sql.ref(name), '=', value)
  return query as unknown as SelectQueryBuilder<DB, T, Selectable<DB[T]>>
}

/** How many rows a query has. */
export async function countOf<D, T extends keyof D, R>(query: SelectQueryBuilder<D, T, R>) {
  const counted = query.clearSelect().select(sql<number>`count(*)::int`.as('count'))
  const { count } = (await counted.executeTakeFirstOrThrow()) as unknown as { count: number }
  return count
}

type Find<R> = (tx: Tx, partnerId: string, id: string) => Promise<R | undefined>
type Owned<T extends OwnedTable> = {
  /** A partner's records, to be narrowed further. */
  of: (tx: Tx, partnerId: string) => SelectQueryBuilder<DB, T, Row<T>>
  /** A record of this partner; another partner's is not found. */
  find: Find<Row<T>>
  /** The same, in one statement for all calls of a batch. */
  findBatched: Find<Row<T>>
  /** The same, held for a change until the end of the transaction. */
  lock: Find<Row<T>>
}
type Versioned<T extends VersionedTable> = Owned<T> & {
  insert: (tx: Tx, row: Inserted<T>) => Promise<Row<T>>
  /** Inserts, or returns undefined where a unique record like this is there already. */
  insertIfNew: (tx: Tx, row: Inserted<T>) => Promise<Row<T> | undefined>
  /** Writes a change of a record: its next version. */
  update: (tx: Tx, key: RowKey, change: Updated<T>) => Promise<Row<T>>
  /** The same, of a locked record that has this status. */
  updateFrom: (tx: Tx, key: RowKey & { status: string }, change: Updated<T>) => Promise<Row<T>>
}

/** How a partner's records are found; the partner is part of every query. */
export const ownedTable = <T extends OwnedTable>(table: T) =>
  // Inside, the table is like any other that has a partner and an id.
  owned(table as 'reserve_frame') as unknown as Owned<T>

/** How a partner's records are found and changed, each change being a version. */
export const versionedTable = <T extends VersionedTable>(table: T) =>
  versioned(table as 'reserve_frame') as unknown as Versioned<T>

function owned(table: 'reserve_frame'): Owned<'reserve_frame'> {
  const of = (tx: Tx, partnerId: string) =>
    tx.selectFrom(table).selectAll().where('partner_id', '=', partnerId)
  const findMany = batchedRead<RecordKey, Row<'reserve_frame'> | undefined>(
    recordKey,
    async (tx, keys) => {
      const { rows } = await sql<Row<'reserve_frame'>>`select r.* from ${recordKeys(keys)}
        join ${sql.table(table)} r on r.partner_id = g.partner and r.id = g.id`.execute(tx)
      return inOrder(keys, rows)
    },
  )
  return {
    of,
    find: (tx, partnerId, id) => of(tx, partnerId).where('id', '=', id).executeTakeFirst(),
    findBatched: (tx, partnerId, id) => findMany(tx, { partnerId, id }),
    lock: (tx, partnerId, id) =>
      of(tx, partnerId).where('id', '=', id).forUpdate().executeTakeFirst(),
  }
}

function versioned(table: 'reserve_frame'): Versioned<'reserve_frame'> {
  const inserting = (tx: Tx, row: Inserted<'reserve_frame'>) =>
    tx
      .insertInto(table)
      .values({ ...row, created_at: serviceNow, updated_at: serviceNow, version: 1 })
      .returningAll()
  const updating = (tx: Tx, { partner_id, id }: RowKey, change: Updated<'reserve_frame'>) =>
    tx
      .updateTable(table)
      .set({ ...change, updated_at: serviceNow, version: sql<number>`version + 1` })
      .where((eb) => eb.and({ partner_id, id }))
      .returningAll()
  return {
    ...owned(table),
    insert: (tx, row) => inserting(tx, row).executeTakeFirstOrThrow(),
    insertIfNew: (tx, row) =>
      inserting(tx, row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst(),
    update: (tx, key, change) => updating(tx, key, change).executeTakeFirstOrThrow(),
    updateFrom: (tx, key, change) =>
      updating(tx, key, change).where(sql.ref('status'), '=', key.status).executeTakeFirstOrThrow(),
  }
}
