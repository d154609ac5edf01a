import type { Selectable } from 'kysely'
import type { DB } from '../../db/types.generated.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { TransferKey } from '../../workers/dispatcher.ts'

export type DepositRow = Selectable<DB['deposit']>
export type ReceiveParts = Pick<Deps, 'jobs' | 'log' | 'faults' | 'ids' | 'jurisdictions'>

/** A payment to an announced address that the chain has not made final. */
export type Notice = { partnerId: string; transferId: string; reference: string }

/** A payout that a bank sent back; `code` is a failure code of operations.md, part 10. */
export type PayoutReturn = { payoutId: string; code: string; entryId: string }

/**
 * Takes money that arrived, in the transaction that inserted its row (status RECEIVED, `transfer_id`
 * where a target named one): posts it, and starts the transfer that waits for it or keeps it in
 * suspense. Gives the transfer to go on with after the commit, by `jobs.runNow`.
 */
export async function receiveDeposit(
  _tx: Tx,
  _deps: ReceiveParts,
  deposit: DepositRow,
): Promise<TransferKey | undefined> {
  throw new Error(`the deposit ${deposit.id} cannot be taken yet`)
}

/** Shows on the record that a payment was seen; nothing is credited before it is final. */
export async function noticeDeposit(_tx: Tx, notice: Notice): Promise<void> {
  throw new Error(`the transfer ${notice.transferId} takes no notices yet`)
}

/**
 * Takes back what a bank returned after the payout was confirmed: a linked execution, the event
 * `returned`, and the payee's account disabled. Gives the transfer to go on with after the commit.
 */
export async function receiveReturn(
  _tx: Tx,
  _deps: ReceiveParts,
  returned: PayoutReturn,
): Promise<TransferKey | undefined> {
  throw new Error(`the payout ${returned.payoutId} cannot come back yet`)
}
