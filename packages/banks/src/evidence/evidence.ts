/**
 * What one message of a bank has of one movement of money on an account of the service, in the same
 * shape whatever the format: camt.052, 053, 054, MT940, BAI2. It is evidence of a bank payment, which
 * may be in several messages. Texts are as the bank wrote them, trimmed; '' where there is none.
 */
export type Evidence = {
  /** The entry's place in its message, from 1. */
  line: number
  /** The payment's place in its entry, from 1; 0 where the entry is one payment. */
  part: number
  /** The account of the service that the message is about. */
  account: EvidenceAccount
  direction: 'CREDIT' | 'DEBIT'
  /**
   * ENTRY is an ordinary one. RETURN: the bank marks it as a payment of ours that came back. REVERSAL:
   * it takes an earlier entry back. CHARGE: what the bank takes for its work. BATCH: several payments
   * in one entry whose parts are not here, or do not make what the entry moved.
   */
  kind: 'ENTRY' | 'RETURN' | 'REVERSAL' | 'CHARGE' | 'BATCH'
  /** ISO 4217; of the account. */
  currency: string
  /** What was moved, in minor units of the currency: positive. */
  minor: bigint
  scale: number
  /** What the whole entry moved; equals `minor` where the entry is one payment. */
  lineMinor: bigint
  /** Of how many payments a BATCH is, by its own count; 0 where it has none. */
  batchCount: number
  /** Day on which it was booked, `2026-01-05`, in the bank's own zone. */
  bookedOn: string
  /** Day from which it bears interest; '' where there is none. */
  valueOn: string
  /** The moment of the payment, where the message has one. */
  moment: Date | undefined
  ids: EvidenceIds
  payer: EvidenceParty
  payee: EvidenceParty
  /** Who pays, where the payer only passes it on (UltmtDbtr). */
  ultimatePayer: string
  /** Who is paid in the end (UltmtCdtr). */
  ultimatePayee: string
  /** BIC or national code of the payee's branch; '' where there is none. */
  payeeBank: string
  /** The banks that a message names, the payer's first; absent in what earlier releases kept. */
  institutions?: readonly EvidenceInstitution[]
  /** All that the payer wrote: free text, structured references. */
  text: string
  /** Reason of a return or reversal, as the bank codes it, e.g. AC04. */
  reason: string
  /** How the bank classifies it, e.g. PMNT/RCDT/ESCT, or its own code. */
  code: string
}

/** An account of the service, as `accounts.json` has it. */
export type EvidenceAccount = {
  countryCode: string
  currency: string
  routingNumber: string
  accountNumber: string
}

export type EvidenceIds = {
  /** Unique end-to-end transaction reference: a UUID for all banks on the way. */
  uetr: string
  /** Of the clearing system or the first bank (TxId). */
  transactionId: string
  /** The payer's own id. */
  endToEndId: string
  /** Between the payer and its bank (InstrId). */
  instructionId: string
  /** The account's bank's reference of the single payment. */
  paymentReference: string
  /** The account's bank's reference of the whole entry. */
  lineReference: string
  /** Of a payment file, where the entry is of one of its batches (PmtInfId, MsgId). */
  batchId: string
  batchMessageId: string
}

/** A bank on the way: its name, and its BIC or national code; '' where a message has only one of both. */
export type EvidenceInstitution = { name: string; code: string }

/** A party as the bank reports it. */
export type EvidenceParty = { name: string; account: string }

/** Part of a message that could not be read; the rest of the message is taken in. */
export type AsideLine = {
  /** The entry's place in its message, from 1. */
  line: number
  account: EvidenceAccount
  /** Why, as a sentence. */
  reason: string
  /** What the message has there, as it came. */
  source: string
  /** What could be read of it; '' and 0 where nothing could. */
  direction: 'CREDIT' | 'DEBIT' | ''
  currency: string
  minor: bigint
  scale: number
  bookedOn: string
}

/** What a message is about: one account, in one statement, report or notification. */
export type StatementHead = {
  account: EvidenceAccount
  /** The bank's own id of it. */
  statementId: string
  /** Of a statement in several parts; '' where it has none. */
  page: string
  /** It closes days: all that was booked on them is in it (camt.053, MT940, BAI2 of a previous day). */
  isStatement: boolean
}

/** An entry that is not booked: pending, expected, or for information. */
export type Announced = Pick<
  Evidence,
  'account' | 'direction' | 'currency' | 'minor' | 'scale' | 'bookedOn' | 'text'
> & { line: number; bankReference: string }

export const noIds: EvidenceIds = {
  uetr: '',
  transactionId: '',
  endToEndId: '',
  instructionId: '',
  paymentReference: '',
  lineReference: '',
  batchId: '',
  batchMessageId: '',
}
