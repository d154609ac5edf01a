import { sql } from 'kysely'
import { runTransaction, type Tx } from '../database/connection.ts'
import type { SignerDeps } from './ports.ts'

export type { Tx } from '../database/connection.ts'

/** What every part of the signer works over: the ports and its own database. */
export type Vault = Omit<SignerDeps, 'pool'> & {
  /** One transaction. It commits whatever is returned and rolls back what is thrown. */
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One read-only transaction that sees a single instant. */
  inSnapshot: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export function openVault({ pool, ...ports }: SignerDeps): Vault {
  return {
    ...ports,
    inTransaction: (work) => runTransaction(pool, 'begin read write', work),
    inSnapshot: (work) =>
      runTransaction(pool, 'begin isolation level repeatable read read only', work),
  }
}

/** The service's clock to the millisecond (decisions 12); ask it only after taking locks. */
export async function serviceNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select service_now() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database gave no time.')
  return row.now
}
