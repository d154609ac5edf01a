export {
  type OperatorAccount,
  operatorAccountFor,
  testOperatorAccounts,
} from './accounts/operator-accounts.ts'
export { fitsSortCode } from './accounts/british/modulus.ts'
export type {
  FileBooks,
  FilePayment,
  FileStatusReport,
  ImportCounts,
  IncomingFile,
  PaymentFile,
  PaymentStatusReport,
  StatementBalance,
} from './books/file-books.ts'
export type {
  BookedPayout,
  KeptPayout,
  NewPayout,
  SimulatedBooks,
  UnbookedEntry,
} from './books/simulated-books.ts'
export { createFileBank } from './iso20022/bank.ts'
export type { IncomingEvent, OtherEntry } from './iso20022/incoming/events.ts'
export { importFile, type ImportAnswer } from './iso20022/incoming/import.ts'
export { payeeName, unnamedCode, UnnamedPayee } from './iso20022/payments/parties.ts'
export { writePaymentFile } from './iso20022/payments/payment-file.ts'
export type { Bytes } from './iso20022/xml/source.ts'
export * from './port/bank.ts'
export { bankMagic, simulatedSender } from './simulated/accounts.ts'
export { createSimulatedBank, type SimulatedBank } from './simulated/bank.ts'
export { canonicalAccount, isIban, isSameAccount, ownAccountOf } from './accounts/forms.ts'
