import type { Tx } from '../../db/open.ts'
import type { TransferRow, LockedTransfer } from '../../db/schema/rows.ts'
import type { Caller } from '../../api/request/caller.ts'
import { parseExecutionId } from '@corridor/domain'
import { type TransferRecord, findTransfer, lockTransfer } from './store.ts'

/** Locks an execution of this partner by its written id. */
export async function lock(tx: Tx, { partnerId }: Pick<Caller, 'partnerId'>, executionId: string) {
  const parsed = parseExecutionId(executionId)
  const held = parsed && (await lockTransfer(tx, partnerId, parsed.id))
  return held?.kind === parsed?.kind ? held : undefined
}

const handed = new WeakMap<Tx, LockedTransfer>()

/** Leaves a transfer that a call's policy has locked to its handler, which need not read it again. */
export const handOver = (tx: Tx, held: LockedTransfer) => void handed.set(tx, held)

/** What was handed over, once, as nothing has changed it yet; otherwise it is locked now. */
export async function takeOver(tx: Tx, partnerId: string, id: string) {
  const held = handed.get(tx)
  handed.delete(tx)
  return held?.partner_id === partnerId && held.id === id ? held : lockTransfer(tx, partnerId, id)
}

/** The record as it is after a change. */
export async function readBack(tx: Tx, { partner_id, id }: TransferRow): Promise<TransferRecord> {
  const record = await findTransfer(tx, partner_id, id)
  if (!record) throw new Error(`the transfer ${id} is gone`)
  return record
}
