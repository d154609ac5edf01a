export type {
  FileBooks,
  FilePayment,
  FileWord,
  ImportCounts,
  IncomingFile,
  PaymentFile,
  PaymentWord,
} from './iso20022/books.ts'
export type { Bytes, IncomingEvent, OtherEntry } from './iso20022/events.ts'
export { createFileBank } from './iso20022/bank.ts'
export { type HouseAccount, houseAccountFor, testHouseAccounts } from './iso20022/house.ts'
export { importFile, type ImportAnswer } from './iso20022/import.ts'
export { writePaymentFile } from './iso20022/payment-file.ts'
export * from './port.ts'
export { bankMagic } from './simulated/accounts.ts'
export { createSimulatedBank, type SimulatedBank } from './simulated/bank.ts'
export type { BookedPayout, KeptPayout, NewEntry, SimulatedBooks } from './simulated/books.ts'
