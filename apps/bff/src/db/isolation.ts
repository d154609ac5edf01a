import { sql } from 'kysely'
import { needAlone } from './batch.ts'
import { readLeft, takeLeft, type Tx } from './connection.ts'

/** Has all that the transaction reads be as of one moment; call it first. */
export async function readOnlySnapshot(tx: Tx): Promise<void> {
  needAlone(tx)
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/** Lets a statement of this transaction take longer than others may. */
export async function allowMinutes(tx: Tx, minutes: number): Promise<void> {
  needAlone(tx)
  await sql`set local statement_timeout = ${sql.lit(`${minutes}min`)}`.execute(tx)
}

/** Undoes what `work` wrote where it throws; the transaction may go on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  needAlone(tx)
  await sql`savepoint inner_work`.execute(tx)
  await readLeft(tx)
  try {
    const answer = await work()
    await readLeft(tx)
    await sql`release savepoint inner_work`.execute(tx)
    return answer
  } catch (error) {
    void takeLeft(tx)
    await sql`rollback to savepoint inner_work`.execute(tx)
    throw error
  }
}
