export {
  type OperatorAccount,
  operatorAccountFor,
  testOperatorAccounts,
} from './accounts/operator-accounts.ts'
export { zoneOfCountry } from './accounts/zones.ts'
export { type BankHabits, type HabitsOf, zoneOf } from './accounts/habits.ts'
export { fitsSortCode } from './accounts/british/modulus.ts'
export type {
  FileBooks,
  FilePayment,
  EvidenceCounts,
  ImportCounts,
  IncomingFile,
  MessagePart,
  PaymentFile,
  StatementBalance,
} from './books/file-books.ts'
export type {
  FileStatusReport,
  PaymentStatusReport,
  ReportedPayment,
  StatusIds,
} from './port/payment-status.ts'
export type {
  BookedPayout,
  KeptPayout,
  NewPayout,
  SimulatedBooks,
  UnbookedEntry,
} from './books/simulated-books.ts'
export { bookedAt } from './books/simulated-books.ts'
export { createFileBank } from './iso20022/bank.ts'
export type { IncomingEvent } from './iso20022/incoming/events.ts'
export { dayAfter } from './values/dates.ts'
export { findReported, type PaymentLookup } from './incoming/find-reported.ts'
export { importFile, type ImportAnswer } from './incoming/import.ts'
export { isPartyId } from './values/identifiers.ts'
export { referenceOf } from './values/ids.ts'
export { payeeName, unnamedCode, UnnamedPayee } from './iso20022/payments/parties.ts'
export { writePaymentFile } from './iso20022/payments/payment-file.ts'
export type { Bytes } from './iso20022/xml/source.ts'
export * from './port/bank.ts'
export { bankMagic, simulatedSender } from './simulated/accounts.ts'
export { isMagicName } from './simulated/payouts.ts'
export { createSimulatedBank, type SimulatedBank } from './simulated/bank.ts'
export { canonicalAccount, isIban, isSameAccount, ownAccountOf } from './accounts/forms.ts'
export { batchNamedBy, entryOf, landedOn, payoutNamedBy, refreshed } from './evidence/entry.ts'
export type {
  Announced,
  AsideLine,
  Evidence,
  EvidenceAccount,
  EvidenceIds,
  EvidenceParty,
  StatementHead,
} from './evidence/evidence.ts'
export { noIds } from './evidence/evidence.ts'
export { accountKey, type Facts, factsOf, ownReferenceOf } from './evidence/facts.ts'
export {
  accountEnd,
  chargeKeys,
  chargeKeysOf,
  grossMaxOf,
  type IsGross,
} from './evidence/charges.ts'
export { replaces, type SpanAmong, spanAmong, type StatementSpan } from './evidence/among.ts'
export { type Balanced, closeDays, type OpenPayment } from './evidence/close.ts'
export { compare, mixedDaysMax, type References } from './evidence/compare.ts'
export {
  type HoldReason,
  type KnownPayment,
  merged,
  type MessageKind,
  type Report,
} from './evidence/known.ts'
export {
  messageKindOf,
  namedPayments,
  statementKeyOf,
  type TakenLine,
  takeLines,
} from './books/take.ts'
