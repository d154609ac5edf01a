import { type LimitFacts, perOperation } from './limits/limits.ts'
import type { ServiceTime } from './service-time.ts'

/** What a request says that no limit has counted. */
export const noLimit: LimitFacts = { limit: perOperation, remaining: perOperation, resetSeconds: 1 }

/** The headers of every answer (operations.md 1). */
export const commonHeaders = (serviceTime: ServiceTime, requestId: string, limit: LimitFacts) => ({
  'X-Request-Id': requestId,
  'X-Service-Time': serviceTime.now().toISOString(),
  'RateLimit-Limit': String(limit.limit),
  'RateLimit-Remaining': String(limit.remaining),
  'RateLimit-Reset': String(limit.resetSeconds),
})
