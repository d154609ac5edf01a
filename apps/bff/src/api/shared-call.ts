import { createGroupCommit, type GroupCommit } from '../db/group-commit.ts'
import type { ServiceDatabase } from '../db/open.ts'

/** How calls of one operation and partner are gathered, and how many lines are kept. */
const shape = {
  transactionsUsually: 1,
  transactionsMax: 2,
  manyWorks: 16,
  waitMs: 20,
  worksMax: 32,
  isShared: true,
}
const linesMax = 1_000

export type SharedCalls = (partnerId: string, operation: string) => GroupCommit

/**
 * Concurrent calls of one operation and partner share a transaction, without added delay: what comes
 * while one is under way forms the next. A call alone has a transaction as any other; so has one that
 * refuses, or that may not be together with another of its batch.
 */
export function createSharedCalls({
  withPartner,
}: Pick<ServiceDatabase, 'withPartner'>): SharedCalls {
  const lines = new Map<string, GroupCommit>()
  return (partnerId, operation) => {
    const key = `${partnerId} ${operation}`
    const line = lines.get(key) ?? createGroupCommit((work) => withPartner(partnerId, work), shape)
    // A line that is forgotten still does what it has begun.
    if (lines.size >= linesMax) lines.clear()
    lines.set(key, line)
    return line
  }
}
