import type { Scope } from '@corridor/contract'

/** Whom the policy has a record wait for, by which rule, and how long. */
export type Awaited = { rule: string; approvalsNeeded: number; expiresInMs: number }

/** Who did something, as written to the audit log (operations.md 11). */
export type Actor = {
  type: 'partner_user' | 'api_key' | 'service' | 'provider' | 'scheduler'
  id: string
}

/** The authenticated sender of a request. */
export type Caller = {
  /** UUID of the partner, for the database. */
  partnerId: string
  /** Its written form, `par_…`. */
  svcPartnerId: string
  /** True for the console key, which acts for staff and has a rate bucket of its own. */
  isConsole: boolean
  /** A fresh passkey of the acting member confirmed exactly this request. */
  isConfirmed: boolean
  /** What the key may do; where a member acts, what the member may do with it. */
  scopes: ReadonlySet<Scope>
  actor: Actor
  /** `mem_…` of the person behind the key, where it acts by itself: whom it was issued to, or who did. */
  keyMember?: string
  requestId: string
  /** The version that `If-Match` names: a record of another one is not changed. */
  expectedVersion?: number
  /** Its Idempotency-Key: sent again, it does nothing again. */
  idempotencyKey?: string
  /** What the policy has its record wait for. */
  awaited?: Awaited
}
