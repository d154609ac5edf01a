import {
  type Bank,
  bookedAt,
  createFileBank,
  createSimulatedBank,
  type BankSandbox,
  type FileBooks,
} from '@corridor/banks'
import { readOperatorAccounts } from './accounts.ts'
import { createSimulatedBooks } from './books-store.ts'
import { createFileBooks } from './files-store.ts'
import type { Config } from '../../config/config.ts'
import type { Kek } from '../../db/kek.ts'
import type { Faults } from '../../ports/faults.ts'
import type { ServiceDatabase } from '../../db/open.ts'
import type { BankFiles, StatementSource } from '../../ports/bank.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { createHash } from 'node:crypto'
import { refuseQueued } from './files-lists-store.ts'

/** What the sandbox does to a bank of files without any file; its faults are those of files. */
function createFileSandbox(books: FileBooks, db: Pick<ServiceDatabase, 'asWorker' | 'readingAll'>) {
  return { credit, book, refuse, faults: noFaults() }

  function credit(entry: Parameters<BankSandbox['credit']>[0]): Promise<void> {
    return book({ ...entry, kind: 'CREDIT' })
  }

  async function book(entry: Parameters<BankSandbox['book']>[0]): Promise<void> {
    const { entryId } = entry
    const sha256 = createHash('sha256').update(`sandbox\n${entryId}`).digest('hex')
    const at = await books.now()
    await books.beginImport({
      name: 'sandbox',
      sha256,
      kind: 'camt.054',
      messageId: entryId.slice(0, 35),
      createdAt: at,
    })
    const { booked } = await books.book(sha256, [
      bookedAt({ payoutReference: '', code: '', ...entry }, at),
    ])
    const counts = {
      entries: 1,
      booked,
      repeated: 1 - booked,
      held: 0,
      aside: 0,
      reported: 0,
      unknown: 0,
      others: 0,
    }
    await books.endImport(sha256, counts, '')
  }

  async function refuse(reference: string, code: string): Promise<void> {
    await db.asWorker((tx) => refuseQueued(tx, reference, code))
    await books.recordStatuses('', [{ reference, status: 'REJECTED', bankReference: '', code }])
  }
}

const noFaults = () => ({
  isDown: false,
  slowMs: 0,
  lostAnswers: 0,
  repeatsEntries: false,
  shufflesEntries: false,
})

export type BankSettings = Pick<Config, 'ENVIRONMENT' | 'BANK_RAIL' | 'BANK_FILES_DIR'> &
  Partial<Pick<Config, 'BANK_SETTLE_MS'>>
type Parts = {
  db: Pick<ServiceDatabase, 'asWorker' | 'readingAll' | 'groupCommit'>
  kek: Pick<Kek, 'seal' | 'open'>
  faults?: Faults
}
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
  const { ENVIRONMENT, BANK_RAIL, BANK_SETTLE_MS: settlesInMs } = settings
  if (ENVIRONMENT === 'live' && BANK_RAIL === 'simulated')
    throw new StartRefused('Live takes no simulated part, and the bank "simulated" is one.')
  const accounts = readOperatorAccounts(settings)
  return ({ db, kek, faults }) => {
    const books = createFileBooks({ db, kek, accounts, ...(faults ? { faults } : {}) })
    const bankFiles = { books, accounts }
    const fileBank = createFileBank(bankFiles)
    if (BANK_RAIL === 'simulated') {
      const bank = createSimulatedBank({
        books: createSimulatedBooks(db),
        ...(settlesInMs === undefined ? {} : { settlesInMs }),
      })
      return { bank, statements: [bank, fileBank], bankFiles }
    }
    const sandbox =
      ENVIRONMENT === 'sandbox' ? { sandbox: createFileSandbox(bankFiles.books, db) } : {}
    return { bank: { ...fileBank, ...sandbox }, statements: [fileBank], bankFiles }
  }
}
