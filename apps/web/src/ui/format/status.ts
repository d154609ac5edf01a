import { codeLabel } from '../../messages/service.ts'

/** The seven meanings a state can have on screen. Icon, label and colour always go together. */
export type Meaning = 'none' | 'wait' | 'move' | 'done' | 'fail' | 'hand' | 'end'

const upper: Record<Meaning, string> = {
  none: 'QUOTED NOT_STARTED PREPARED',
  wait:
    'PENDING IN_REVIEW PENDING_CONFIRMATION UPCOMING PARTIAL OPEN SCHEDULED SUBMITTED UNDER_REVIEW ' +
    'PENDING_VERIFICATION SENT STUCK UNVERIFIED RETRYING',
  move:
    'PROCESSING REFUNDING INITIATED BROADCAST PARTIALLY_REPLENISHED CONFIRMING RECEIVED SCREENING ' +
    'FORWARDING RETURNING PROVISIONING EXECUTING SIGNED IN_FLIGHT',
  done:
    'COMPLETED EXECUTED ACCEPTED ACTIVE DISBURSED REPLENISHED FULFILLED FORWARDED APPROVED ENABLED VERIFIED ' +
    'CONFIRMED FINAL DELIVERED AVAILABLE',
  fail: 'FAILED REJECTED RETURN_FAILED VERIFICATION_FAILED LOCKED DROPPED REVERTED EXHAUSTED',
  hand: 'AWAITING_APPROVAL REQUESTED OVERDUE HELD INCOMPLETE INFORMATION_REQUIRED NEEDS_RELINK APPROVAL_NEEDED DEGRADED',
  end:
    'EXPIRED CANCELLED VOID REFUNDED ENDED WRITTEN_OFF RETURNED PAUSED OFFBOARDED DISABLED DELETED INACTIVE ' +
    'CLOSED SUPERSEDED REVOKED SKIPPED',
}

/** Lower case: steps, route states and the `eventStatus` of events. A step that is `pending` has not begun. */
const lower: Record<Meaning, string> = {
  none: 'pending quoted not_started created invited',
  wait: 'waiting pending_verification awaiting_funds funds_scheduled in_review submitted under_review ping incomplete_funds confirming pending_confirmation monitoring_started',
  move: 'in_progress funds_received rate_changed provisioning converted payment_submitted transaction_signed transaction_broadcast transaction_confirmed refund_in_flight initiated partial broadcast partially_replenished recorded',
  done:
    'completed active approved payment_processed fulfilled accepted replenished disbursed ready credited ' +
    'registered enabled secret_rotated url_changed transaction_final wallet_created account_created passkey_added auth_added issuer_allowed policy_changed session_started updated issued started',
  fail: 'failed error undeliverable refund_failed rejected exceeded transaction_reverted transaction_dropped',
  hand: 'awaiting_approval requested information_required held incomplete overdue low_balance threshold_80 threshold_95 otp_blocked sms_limit_reached export_requested',
  end:
    'skipped cancelled canceled expired inactive returned refunded ended paused offboarded disabled deleted ' +
    'revoked passkey_removed auth_revoked issuer_removed session_expired export_cancelled wallet_exported debited exhausted written_off',
}

const meanings = new Map<string, Meaning>()
for (const table of [upper, lower]) {
  for (const [meaning, text] of Object.entries(table) as [Meaning, string][]) {
    for (const label of text.split(' ')) meanings.set(label, meaning)
  }
}

/** All states that have a meaning. */
export const knownStates: readonly string[] = [...meanings.keys()]

/** A few statuses mean another thing for one kind of record. */
const exceptions: Record<string, Meaning> = {
  'reserve:EXHAUSTED': 'end',
  'document:RECEIVED': 'wait',
  'kyc:SUBMITTED': 'wait',
}

export type StatusKind = 'reserve' | 'document' | 'kyc'

/**
 * Meaning and label of a state. Values the service may add later keep their raw text and are neutral, because the
 * specification lists observed values, not complete sets.
 */
export function readStatus(value: string, kind?: StatusKind): { meaning: Meaning; label: string } {
  const meaning = exceptions[`${kind}:${value}`] ?? meanings.get(value)
  return meaning ? { meaning, label: codeLabel(value) } : { meaning: 'none', label: value }
}

/** Options of a filter from its codes, separated by spaces. */
export const codeOptions = (codes: string) =>
  codes.split(' ').map((value) => ({ value, label: codeLabel(value) }))
