import type { Scope } from '@corridor/contract'

/** Who did something, as written to the audit log (operations.md, part 11). */
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
  scopes: ReadonlySet<Scope>
  actor: Actor
  requestId: string
  /** The version that `If-Match` names: a record of another one is not changed. */
  expectedVersion?: number
  /** Its Idempotency-Key: sent again, it does nothing again. */
  idempotencyKey?: string
}
