import type { NewEvent } from '../../../records/events/outbox.ts'

type EventStatus =
  | 'wallet_created'
  | 'account_created'
  | 'passkey_added'
  | 'passkey_removed'
  | 'export_requested'
  | 'export_cancelled'
  | 'wallet_exported'
  | 'policy_changed'
  | 'auth_added'
  | 'auth_revoked'
  | 'session_started'
  | 'session_expired'
  | 'otp_blocked'
  | 'sms_limit_reached'

export type WalletChange = {
  eventStatus: EventStatus
  /** State of the record that changed (operations.md 11.8), and the one before. */
  status: string
  previousStatus?: string
  walletId?: string
  activityId?: string | undefined
  /** What changed, e.g. `sessionId`. */
  [member: string]: string | undefined
}

/** An event of the category wallet; readers refetch the entity's wallets. */
export const walletEvent = (
  partnerId: string,
  entityId: string,
  { eventStatus, previousStatus = '', walletId = '', activityId = '', ...members }: WalletChange,
): NewEvent => ({
  partnerId,
  category: 'wallet',
  type: previousStatus === '' ? 'created' : 'transitioned',
  status: eventStatus,
  object: { ...members, previousStatus, entityId, walletId, activityId },
  subject: { kind: 'wallet', id: entityId, version: 0 },
})
