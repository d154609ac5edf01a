import type { Tx } from '../db/open.ts'

/** Background work that survives a crash: a job is queued in the transaction that needs it. */
export type Jobs = {
  /** Queues one job per transfer; a second one while the first waits changes nothing. */
  queueTransfer(tx: Tx, transfer: { partnerId: string; transferId: string }): Promise<void>
  /** Goes on with a transfer in this process at once, after the commit; the job is the safety net. */
  runNow(transfer: { partnerId: string; transferId: string }): void
}
