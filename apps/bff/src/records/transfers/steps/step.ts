import type { ExecutionFailureCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type * as store from './store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** What a step's outside effect came to. */
export type StepOutcome =
  | {
      kind: 'done'
      /** The last step that the same fact completes, when it is not this one alone. */
      through?: string
      /** What it left behind, e.g. a transaction hash. */
      reference?: string
      /** The chain's transaction that paid. */
      transactionHash?: string
      bankStatus?: BankStatus | undefined
      /** Nothing worth publishing happened: the step's event is not written. */
      isSilent?: boolean
      /** Writes of the step itself, in the closing transaction, e.g. postings; it may run again. */
      write?: (tx: Tx) => Promise<void>
      /** What is known once that transaction is committed. */
      committed?: () => void
    }
  /** Nothing had to be done outside: closed together with the next step. */
  | { kind: 'nothing'; write?: (tx: Tx) => Promise<void> }
  /** The outside has not answered yet; we are woken, or poll again. */
  | {
      kind: 'waiting'
      reason: string
      expectedInSeconds: number
      /** The wait ends then, however long the step usually takes. */
      isDeadline?: boolean
      /** When to poll again if not woken; soon when absent. */
      againInMs?: number
    }
  /** It did not work this time; never a statement about the transfer. */
  | { kind: 'retry'; reason: string }
  | {
      kind: 'failed'
      code: ExecutionFailureCode
      /** Whether the reason leaves room for another try; absent as the code says. */
      isRetryable?: boolean | undefined
      bankStatus?: BankStatus | undefined
      write?: (tx: Tx) => Promise<void>
    }
  /** Staff have to decide before it continues; `code` says about what. */
  | { kind: 'review'; code: ExecutionFailureCode; write?: (tx: Tx) => Promise<void> }

/**
 * Does the outside effect of a step under an idempotent key: it may run again after a crash at any
 * moment, also beside another worker whose claim is newer.
 */
export type StepHandler = (claim: store.Claim) => Promise<StepOutcome>

/** The steps of one kind of transfer. */
export type Flow = {
  handlers: Record<string, StepHandler>
  /** Steps of many transfers may be closed by one transaction: no write reads what others record. */
  isShared?: boolean
  /** Reads what the steps need of others, in the transaction that claims the transfer. */
  read?: (tx: Tx, claim: store.Claim) => Promise<void>
  /** Steps that are published to the partner, with the event's status. */
  eventStatuses: Record<string, string>
  /** Postings of a transfer that has ended well, in the transaction that ends it. */
  settle?: (tx: Tx, transfer: TransferRow) => Promise<void>
  /** What goes along with the transfer, in the transaction of each change of it. */
  follow?: (tx: Tx, transfer: TransferRow) => Promise<void>
  /** How long a step may take before it is reported as overdue; otherwise what its outcome says. */
  expectedSeconds?: Readonly<Record<string, number>>
  /** What the sandbox's order to fail comes to at a step; it fails where this is absent. */
  forced?: (claim: store.Claim, step: string, code: ExecutionFailureCode) => StepOutcome | undefined
  /** Writes what follows from a failure; without it the transfer is FAILED. */
  fail?: (tx: Tx, held: TransferRow, failed: Failed) => Promise<TransferRow>
}

/** A step that failed for good, with the writes of its own. */
export type Failed = {
  step: string
  code: ExecutionFailureCode
  isRetryable?: boolean | undefined
  write?: ((tx: Tx) => Promise<void>) | undefined
}

/** What a bank reported of the payment, as it goes along with the event of the step. */
export type BankStatus = {
  status: string
  reasons: readonly { code: string; texts: readonly string[] }[]
  at: string
}

/** The sandbox's order that a step fails when it is reached. */
export type ForcedFailure = {
  step: string
  code: ExecutionFailureCode
  /** It was set before the execution began, so nothing was ever done without regard to it. */
  isEarly: boolean
}
