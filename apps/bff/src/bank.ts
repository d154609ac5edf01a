import { type Bank, createSimulatedBank } from '@corridor/banks'
import { createSimulatedBooks } from './bank-books.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { StartRefused } from './start-refused.ts'

/**
 * The bank that holds accounts for customers and pays out: a simulated one in the sandbox, which
 * keeps its books in the database.
 * @throws StartRefused in live, which takes no simulated bank
 */
export function openBank({
  ENVIRONMENT,
}: Pick<Config, 'ENVIRONMENT'>): (db: Pick<Database, 'asWorker'>) => Bank {
  if (ENVIRONMENT === 'live')
    throw new StartRefused(
      'Live takes no simulated part, and the bank "simulated" is one; no other is built in yet.',
    )
  return (db) => createSimulatedBank({ books: createSimulatedBooks(db) })
}
