export { createCounterpartBank } from './counterpart-bank.ts'
export type { CounterpartBank, ReceivedPayment } from './counterpart-types.ts'
export { createMemoryBooks, type MemoryBooks } from './memory-books.ts'
export { createMemoryFileBooks, type MemoryFileBooks } from './memory-file-books.ts'
export { type BankUnderTest, describeBankPort } from './port-suite.ts'
export type { Message as DayMessage } from './days/day-books.ts'
export {
  randomFrom,
  randomHabits,
  randomMessages,
  randomPayments,
  type RealPayment,
  shuffled,
} from './days/random-days.ts'
