import type { Caller } from '../../api/request/caller.ts'
import type { transfers } from '@corridor/contract'
import { toText, transferStates } from '@corridor/domain'
import { inTwoParts, partOf } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import type { TransferRecord } from '../../records/transfers/store.ts'
import type { Deps } from '../../ports/deps.ts'
import type { createActions } from './actions/actions.ts'
import { transferShownTo } from './reads/masking.ts'
import { transferBody } from './reads/view.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { readBack } from '../../records/transfers/lookup.ts'

const valueOrThrow = answersFor({
  CORRIDOR_UNAVAILABLE: 'Nothing can be paid to this account now.',
  AMOUNT_ABOVE_MAX: 'The amount is above what can be sent back.',
  INSUFFICIENT_BALANCE: 'The payments account holds too little for this refund.',
  CREDIT_LIMIT_EXCEEDED: 'The refund is above what the service lends.',
  TRANSACTION_ID_USED: 'Another refund of this transfer has this id.',
})

type Row = TransferRow
/** What a call has changed, for what follows its commit. */
export type Touched = { woken?: TransferKey }

/** The record as it is after a change, and the worker woken where it has to continue. */
export async function changedBody(tx: Tx, reader: Caller, row: Row, touched?: Touched) {
  const record = await readBack(tx, row)
  if (touched && transferStates[row.status].isWorked)
    touched.woken = { partnerId: row.partner_id, transferId: row.id }
  return transferShownTo(reader, transferBody(record))
}

/** A quote that expired while it waited has another price: the approver reads both. */
function priceChange(before: Row, after: Row): string {
  if (before.amount_out === after.amount_out) return ''
  const text = (row: Row) => `${toText(row.amount_out, row.scale_out)} at ${row.rate}`
  return ` The quote had expired: the payee gets ${text(after)} ${after.currency_out} instead of ${text(before)}.`
}

/** The answer to a decision about a transfer that waited for it. */
export function approvedBody(
  reader: Caller,
  decision: 'APPROVED' | 'REJECTED',
  before: Row,
  after: TransferRecord,
) {
  const outcome = decision === 'APPROVED' ? 'Transfer approved.' : 'Transfer rejected.'
  const message = outcome + priceChange(before, after)
  return { success: true as const, message, data: transferShownTo(reader, transferBody(after)) }
}

/** Continues the transfer at once, after the commit. */
export const wakeAfter =
  ({ jobs }: Pick<Deps, 'jobs'>) =>
  (_input: unknown, _caller: unknown, { woken }: Touched): void => {
    if (woken) jobs.runNow(woken)
  }

/** Cancelling, retrying and refunding transfers. */
export function actionHandlers(actions: ReturnType<typeof createActions>, deps: Deps) {
  const before = () => Promise.resolve<Touched>({})
  const after = wakeAfter(deps)
  return partOf<typeof transfers>()({
    cancel: async (tx, { body }, caller) => {
      const row = valueOrThrow(await actions.cancel(tx, caller, body))
      return {
        success: true,
        message: 'Transfer cancelled.',
        data: await changedBody(tx, caller, row),
      }
    },
    retry: inTwoParts({
      before,
      handle: async (tx, { body }, caller, touched) => {
        const row = valueOrThrow(await actions.retry(tx, caller, body))
        const data = await changedBody(tx, caller, row, touched)
        return { success: true, message: 'The payout is tried again.', data }
      },
      after,
    }),
    refund: inTwoParts({
      before,
      handle: async (tx, { body }, caller, touched) => {
        const row = valueOrThrow(await actions.refund(tx, caller, body))
        const data = await changedBody(tx, caller, row, touched)
        return { success: true, message: 'The money is sent back.', data }
      },
      after,
    }),
  })
}
