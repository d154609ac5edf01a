import type { PostponedWrite } from '../db/batch.ts'
import type { Tx } from '../db/open.ts'

/** Names a transfer for background work. */
export type TransferKey = { partnerId: string; transferId: string }

/** `open` transfers continue later: when they are woken, or after the delay. */
export type RunResult = { state: 'ended' } | { state: 'open'; againInMs?: number }

export type RunTransfer = (key: TransferKey) => Promise<RunResult>

/** Background work that survives a crash: a job is queued in the transaction that needs it. */
export type Jobs = {
  /** Queues the one job of a transfer; while there is one, this changes nothing. */
  queueTransfer: PostponedWrite<TransferKey>
  /** Removes the job in the transaction that ends the transfer. */
  finishTransfer: PostponedWrite<string>
  /** Continues a transfer in this process at once, after the commit; the job is the safety net. */
  runNow: (transfer: TransferKey) => void
  /** Of these transfers, those that no job would go on with. */
  withoutJob: (tx: Tx, transferIds: readonly string[]) => Promise<string[]>
  /** From here on this process works on jobs. */
  start: (run: RunTransfer) => Promise<void>
  /** Takes no more jobs and waits for what is under way, for so long at most. */
  stop: (timeoutMs: number) => Promise<void>
  /** Ends the connections, after `stop`. */
  close: () => Promise<void>
}
