import { sql } from 'kysely'
import type { RootKey } from '../crypto/root-key.ts'
import { runTransaction, type Tx } from '../database/connection.ts'
import type { SignerDeps } from './ports.ts'
import { openRootKey } from './root-secret.ts'
import { openWitness, type Witness } from './witness.ts'

export type { Tx } from '../database/connection.ts'

/** What every part of the signer works over: the ports and its own database. */
export type Vault = Omit<SignerDeps, 'pool' | 'rootKeys'> & {
  rootKey: RootKey
  /** One transaction. It commits whatever is returned and rolls back what is thrown. */
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One read-only transaction that sees a single instant. */
  inSnapshot: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** What this process has seen committed of records that have a sequence. */
  witness: Witness
}

export function openVault({ pool, rootKeys, ...ports }: SignerDeps): Vault {
  const { ready, ...rootKey } = openRootKey({ pool, rootKeys, random: ports.random })
  // Read before a connection is taken: whoever holds the last one would wait for another.
  const run = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    await ready()
    return runTransaction(pool, begin, work)
  }
  const witness = openWitness()
  return {
    ...ports,
    rootKey,
    witness,
    inTransaction: (work) =>
      witness.watch((begun) =>
        run('begin read write', (tx) => {
          begun(tx)
          return work(tx)
        }),
      ),
    inSnapshot: (work) => run('begin isolation level repeatable read read only', work),
  }
}

/** The service's clock to the millisecond (decisions.md 12); ask it only after taking locks. */
export async function serviceNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select service_now() as now`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database gave no time.')
  return row.now
}
