import { kycLifecycle, type KycState, shownStatus } from '@corridor/domain'
import { type Failure, illegalTransition as illegal } from '../../api/refusal.ts'

/** A change that the lifecycle does not have (operations.md, 11): from, to, and where it could go. */
export function illegalTransition(from: KycState, to: KycState): Failure<'ILLEGAL_TRANSITION'> {
  const allowed = [...new Set(kycLifecycle.reachable(from).map(shownStatus))]
  const message = `A verification in ${shownStatus(from)} does not become ${shownStatus(to)}.`
  return illegal(message, { from: shownStatus(from), to: shownStatus(to), allowed })
}
