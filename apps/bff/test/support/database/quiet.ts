import type { DatabaseLog } from '../../../src/config/database-log.ts'

/** A log that keeps its messages for the test instead of writing them. */
export function keptLog(): DatabaseLog & { messages: string[] } {
  const messages: string[] = []
  const keep = (_fields: Record<string, unknown>, message: string) => {
    messages.push(message)
  }
  return { info: keep, warn: keep, error: keep, messages }
}
