import { createHash } from 'node:crypto'
import { fail, ok, executionId } from '@corridor/domain'
import { canonicalJson } from '../../../api/request/json.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { TransferRecord } from '../../../records/transfers/store.ts'

/** The execution that a transaction id names now. */
export type Earlier = Pick<
  TransferRecord,
  'id' | 'kind' | 'status' | 'request_hash' | 'valid_until' | 'started_at' | 'read_at'
>

/** Says whether two requests ask for the same; each may carry a check of its own. */
export function requestHash(input: SimulateInput): Buffer {
  const members = Object.entries(input).filter(([member]) => member !== 'payeeCheckToken')
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(members)))
    .digest()
}

/**
 * A repeated transaction id: the standing quote, a refusal, or nothing where a new quote may be made
 * (operations.md 5). What was executed keeps its id, also where it expired afterwards.
 */
export function judgeRepeat(earlier: Earlier, input: SimulateInput) {
  if (!earlier.request_hash.equals(requestHash(input)) || earlier.started_at !== null)
    return used(earlier)
  if (earlier.status === 'EXPIRED') return ok(undefined)
  if (earlier.status !== 'QUOTED') return used(earlier)
  return ok(earlier.read_at < earlier.valid_until ? earlier.id : undefined)
}

const used = (earlier: Earlier) =>
  fail({
    code: 'TRANSACTION_ID_USED' as const,
    details: [
      detail(
        'transactionId',
        'TRANSACTION_ID_USED',
        'This transaction id names another transfer.',
        { existingId: executionId(earlier) },
      ),
    ],
  })
