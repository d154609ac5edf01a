import { DatabaseError } from 'pg'

/**
 * The database cannot answer now: down, restarting, full, out of connections, or too slow.
 * The mount answers 503 `SERVICE_UNAVAILABLE` with `Retry-After`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** True where the answer to COMMIT was lost: look the effect up by its natural key first. */
  readonly outcomeUnknown: boolean

  constructor(message: string, options: { cause: unknown; outcomeUnknown?: boolean }) {
    super(message, { cause: options.cause })
    this.outcomeUnknown = options.outcomeUnknown ?? false
  }
}

// Class 08 connection, 53 resources (disk full, too many connections), 57P0x shutdown and start-up,
// 57014 statement timeout, 55P03 lock timeout, 25P03 idle in transaction, 58 system errors,
// 0A000 only for a prepared plan that a migration outdated.
const unavailableCodes = /^(08|53|57P0[1-5]|57014$|55P03$|25P03$|25P04$|58)/
const outdatedPlan = 'cached plan must not change result type'

// What node and pg say without an SQLSTATE when the socket is gone or the pool is exhausted.
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
])
const driverTexts =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|not queryable|Cannot use a pool after calling end/

/** True where the connection itself must not be used again. */
export function isBrokenConnection(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return /^(08|57P0[1-5]|25P0[34])/.test(error.code ?? '') || error.message.includes(outdatedPlan)
  }
  if (!(error instanceof Error)) return false
  return socketCodes.has(codeOf(error)) || driverTexts.test(error.message)
}

/** The signer's process is gone or too busy; the caller asks again, as with a database that is. */
const isSignerGone = (error: unknown) =>
  error instanceof Error && codeOf(error) === 'SIGNER_UNAVAILABLE'

/** True for `DatabaseUnavailable`, and for what a bare pool or the signer throws in the same plight. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isBrokenConnection(error)) return true
  if (isSignerGone(error)) return true
  return error instanceof DatabaseError && unavailableCodes.test(error.code ?? '')
}

/** Serialization failure or deadlock: the same unit of work may simply run again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** The transaction has failed already: this statement says nothing of why. */
export function isAfterFailure(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** A write or a lock was asked for outside a transaction, where statements only read. */
export function needsTransaction(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006'
}

/** A natural key is taken. Name the constraint so that no other key is mistaken for it. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
