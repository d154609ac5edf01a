import type { StatusEffect, StatusReason } from './bank.ts'

/** By what a bank names a payment of one of the files it got; '' where it does not. */
export type StatusIds = {
  messageId: string
  batchId: string
  endToEndId: string
  instructionId: string
  uetr: string
  /** Of the order, as the bank repeats it. */
  amount: { currency: string; minor: bigint; scale: number } | undefined
}

/** A payment of ours, as far as a bank may name it. */
export type ReportedPayment = {
  reference: string
  messageId: string
  batchId: string
  currency: string
  minor: bigint
  scale: number
}

/** What the bank itself wrote about a payment, its batch or its file. */
export type StatusDetails = {
  /** As its standard codes it, e.g. ACSC. */
  status: string
  scope: 'PAYMENT' | 'BATCH' | 'FILE'
  /** The place of the status in its message, from 1. */
  line: number
  reasons: readonly StatusReason[]
  /** The terms that the payment has at the bank, where it accepted it with a change. */
  terms: Readonly<Record<string, string>>
}

/** What a status report or a statement says of one payment. */
export type PaymentStatusReport = {
  /** As in the instruction, read back from the end-to-end id. */
  reference: string
  status: StatusEffect
  bankReference: string
  code: string
  /** Whether the bank's reason says that the same payment may succeed later; absent as the code says. */
  isRetryable?: boolean
  /** All by which a status report names it; absent where the reference is all there is. */
  ids?: StatusIds
  /** Absent where a statement has booked it. */
  details?: StatusDetails
  /** The country of the account that it was booked on, and the day; absent where no entry says so. */
  booked?: { countryCode: string; day: string }
}

/** What a status report says of all payments of one file, or of one of its batches (else ''). */
export type FileStatusReport = Omit<PaymentStatusReport, 'reference' | 'ids'> & {
  messageId: string
  batchId: string
}
