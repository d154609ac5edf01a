import type { Bank, FileBooks, OperatorAccount } from '@corridor/banks'

/** Entries of a bank's statement, read on from its own cursor. */
export type StatementSource = Pick<Bank, 'name' | 'entries'>

/** What left and came in by files of the bank, and the service's own accounts there. */
export type BankFiles = { books: FileBooks; accounts: readonly OperatorAccount[] }
