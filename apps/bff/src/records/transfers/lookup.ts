import type { Tx } from '../../db/open.ts'
import type { TransferRow, LockedTransfer } from '../../db/schema/rows.ts'
import type { Caller } from '../../api/request/caller.ts'
import { parseExecutionId } from '@corridor/domain'
import { type TransferRecord, findTransfer, lockAhead, lockTransfer } from './store.ts'

/** Locks an execution of this partner by its written id. */
export async function lock(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  executionId: string,
): Promise<LockedTransfer | undefined> {
  const parsed = parseExecutionId(executionId)
  const held = parsed && (await lockTransfer(tx, partnerId, parsed.id))
  return held?.kind === parsed?.kind ? held : undefined
}

/** The same for the policy of executing it, which locks it next. */
export async function lockToExecute(
  tx: Tx,
  { partnerId }: Pick<Caller, 'partnerId'>,
  executionId: string,
): Promise<LockedTransfer | undefined> {
  const parsed = parseExecutionId(executionId)
  const held = parsed && (await lockAhead(tx, partnerId, parsed.id))
  return held?.kind === parsed?.kind ? held : undefined
}

/** The record as it is after a change. */
export async function readBack(tx: Tx, { partner_id, id }: TransferRow): Promise<TransferRecord> {
  const record = await findTransfer(tx, partner_id, id)
  if (!record) throw new Error(`the transfer ${id} is gone`)
  return record
}
