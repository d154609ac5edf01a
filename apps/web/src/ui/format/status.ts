import { type Meaning, stateTables } from '@corridor/domain'
import { codeLabel } from '../../messages/service.ts'

export type { Meaning } from '@corridor/domain'

/** What is no lifecycle's state: transactions on a chain, activities of wallets, `eventStatus` of events. */
const others: Record<Meaning, string> = {
  none: 'PREPARED created invited changed destination_changed role_changed recovered removed',
  wait: 'SENT STUCK awaiting_funds funds_scheduled ping incomplete_funds confirming pending_confirmation monitoring_started',
  move:
    'EXECUTING SIGNED funds_received rate_changed converted payment_submitted transaction_signed ' +
    'transaction_broadcast transaction_confirmed refund_in_flight partial recorded',
  done:
    'CONFIRMED FINAL AVAILABLE payment_processed credited registered secret_rotated url_changed transaction_final ' +
    'wallet_created account_created passkey_added auth_added issuer_allowed policy_changed session_started updated issued started',
  fail: 'LOCKED DROPPED REVERTED error undeliverable refund_failed exceeded transaction_reverted transaction_dropped',
  hand: 'APPROVAL_NEEDED low_balance threshold_80 threshold_95 otp_blocked sms_limit_reached export_requested',
  end: 'canceled passkey_removed auth_revoked issuer_removed session_expired export_cancelled wallet_exported debited exhausted',
}

export type StatusKind = keyof typeof stateTables

const meanings = new Map<string, Meaning>()
const ofKind = new Map<string, Meaning>()

function learn(state: string, meaning: Meaning): void {
  if (!meanings.has(state)) meanings.set(state, meaning)
}

const states = Object.entries(stateTables).flatMap(([kind, table]) =>
  Object.entries(table).map(([state, { meaning }]) => ({ kind, state, meaning })),
)
for (const { kind, state, meaning } of states) {
  learn(state, meaning)
  ofKind.set(`${kind}:${state}`, meaning)
}
for (const [meaning, text] of Object.entries(others) as [Meaning, string][])
  for (const state of text.split(' ')) learn(state, meaning)
// Events name the same states in lower case.
for (const { state, meaning } of states) learn(state.toLowerCase(), meaning)

/** All states that have a meaning. */
export const knownStates: readonly string[] = [...meanings.keys()]

/**
 * Meaning and label of a state; a few names mean another thing for one kind of record. Values the service may add later
 * keep their raw text and are neutral, because the specification lists observed values, not complete sets.
 */
export function readStatus(value: string, kind?: StatusKind): { meaning: Meaning; label: string } {
  const meaning = ofKind.get(`${kind}:${value}`) ?? meanings.get(value)
  return meaning ? { meaning, label: codeLabel(value) } : { meaning: 'none', label: value }
}

/** Options of a filter from its codes. */
export const codeOptions = (codes: readonly string[]) =>
  codes.map((value) => ({ value, label: codeLabel(value) }))
