import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import type { DatabaseLog } from '../../config/database-log.ts'

/** A statement waits this long for a lock, so that it never queues traffic behind itself. */
const lockTimeoutMs = 2_000
const attemptsMax = 30

/** A file of SQL, and the statements that record it. `name` is how a failure calls it. */
export type Step = { name: string; sql: string; record: [text: string, values: unknown[]][] }

/** Runs the steps in one transaction, again from the first where one waits too long for a lock. */
export async function apply(
  client: Client,
  steps: readonly Step[],
  log: DatabaseLog,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    let name = ''
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      for (const step of steps) {
        name = step.name
        await client.query(step.sql)
        for (const [text, values] of step.record) await client.query(text, values)
      }
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const isBusy =
        error instanceof DatabaseError && /^(55P03|40P01|40001)$/.test(error.code ?? '')
      if (!isBusy || attempt >= attemptsMax) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${name} failed: ${reason}`, { cause: error })
      }
      log.warn({ name, attempt }, 'migration waits for a lock')
      await sleep(Math.min(attempt * 200, 2_000))
    }
  }
}
