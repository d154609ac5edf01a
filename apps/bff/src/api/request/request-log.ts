/** A program's call as it is served: what is known of it before its answer. */
export type Noted = {
  partnerId: string
  /** `key_…` */
  keyId: string
  /** `req_…` */
  requestId: string
  address: string
  operation: string
  /** Whether it is kept even where it is a read that succeeded. */
  isKept: boolean
  /** The operation's path with its parameters in braces. */
  pathPattern: string | undefined
  /** As it was parsed; redacted before it is kept. */
  body?: unknown
  bodyBytes?: number
  /** What was sent back. */
  answer?: string | Buffer
}

export type LoggedCall = Noted & {
  method: string
  url: string
  idempotencyKey: string
  status: number
  isReplayed: boolean
  durationMs: number
  /** When the answer was ready, by the service's clock. */
  at: Date
}

/**
 * Keeps calls of programs, beside their requests and never in their way: those that write, those that
 * were refused, and reads where somebody looks for them.
 */
export type RequestLog = { note(call: LoggedCall): void }
