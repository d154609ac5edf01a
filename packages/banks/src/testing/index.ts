export type { CounterpartBank } from './counterpart-types.ts'
export { createMemoryBooks, type MemoryBooks } from './memory-books.ts'
export { type BankUnderTest, describeBankPort } from './port-suite.ts'
