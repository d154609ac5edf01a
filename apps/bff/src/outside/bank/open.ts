import { type Bank, createFileBank, createSimulatedBank } from '@corridor/banks'
import { readOperatorAccounts } from './accounts.ts'
import { createSimulatedBooks } from './books-store.ts'
import { createFileSandbox } from './files-sandbox.ts'
import { createFileBooks } from './files-store.ts'
import type { Config } from '../../config/config.ts'
import type { Kek } from '../../db/kek.ts'
import type { Database } from '../../db/open.ts'
import type { BankFiles, StatementSource } from '../../ports/bank.ts'
import { StartRefused } from '../../config/start-refused.ts'

export type BankSettings = Pick<Config, 'ENVIRONMENT' | 'BANK_RAIL' | 'BANK_FILES_DIR'>
type Parts = { db: Pick<Database, 'asWorker' | 'groupCommit'>; kek: Pick<Kek, 'seal' | 'open'> }
export type OpenedBank = {
  bank: Bank
  /** Whose statements are read: the bank's, and always those of imported files. */
  statements: readonly StatementSource[]
  bankFiles: BankFiles
}

/**
 * The bank that holds accounts for customers and pays out: a simulated one, which keeps its books in
 * the database, or one that is reached by files. Statement files can be imported beside either.
 * @throws StartRefused in live, which takes no simulated bank, and where the accounts at the bank of
 * files are not named
 */
export function openBank(settings: BankSettings): (parts: Parts) => OpenedBank {
  const { ENVIRONMENT, BANK_RAIL } = settings
  if (ENVIRONMENT === 'live' && BANK_RAIL === 'simulated')
    throw new StartRefused('Live takes no simulated part, and the bank "simulated" is one.')
  const accounts = readOperatorAccounts(settings)
  return ({ db, kek }) => {
    const bankFiles = { books: createFileBooks({ db, kek }), accounts }
    const fileBank = createFileBank(bankFiles)
    if (BANK_RAIL === 'simulated') {
      const bank = createSimulatedBank({ books: createSimulatedBooks(db) })
      return { bank, statements: [bank, fileBank], bankFiles }
    }
    const sandbox =
      ENVIRONMENT === 'sandbox' ? { sandbox: createFileSandbox(bankFiles.books, db) } : {}
    return { bank: { ...fileBank, ...sandbox }, statements: [fileBank], bankFiles }
  }
}
