import { kycLifecycle, type KycState, shownStatus } from '@corridor/domain'
import { type Failure, illegalTransition as illegal } from '../../../api/request/refusal.ts'

/** An approval before the screening of what changed meanwhile has come back. */
export const notScreenedYet: Failure<'ILLEGAL_TRANSITION'> = illegal(
  'What the customer sent is still being screened. Decide when the report is there.',
  { from: 'UNDER_REVIEW', to: 'APPROVED', allowed: ['INFORMATION_REQUIRED', 'REJECTED'] },
)

/**
 * A change that the lifecycle does not have (operations.md 11): from, to, and where it could go.
 */
export function illegalTransition(from: KycState, to: KycState): Failure<'ILLEGAL_TRANSITION'> {
  const allowed = [...new Set(kycLifecycle.reachable(from).map(shownStatus))]
  const message = `A verification in ${shownStatus(from)} does not become ${shownStatus(to)}.`
  return illegal(message, { from: shownStatus(from), to: shownStatus(to), allowed })
}
