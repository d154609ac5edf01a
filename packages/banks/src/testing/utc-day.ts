import type { ExecutionDay } from '../port/bank.ts'

/** For tests that are not about business days: every day is one. */
export const utcDay: ExecutionDay = (_, at) => at.toISOString().slice(0, 10)
