import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import type { DatabaseLog } from '../../config/database-log.ts'

/** A statement waits this long for a lock, so that it never queues traffic behind itself. */
const lockTimeoutMs = 2_000
const attemptsMax = 30

/** Runs a file of SQL. `name` is how a failure calls it. */
export type RunStep = (name: string, sql: string) => Promise<void>

/**
 * Runs `work` in one transaction: all of it stays, or nothing. It begins again where a statement waits
 * too long for a lock.
 */
export async function inOneTransaction<T>(
  client: Client,
  log: DatabaseLog,
  work: (run: RunStep) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let step: string | undefined
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      const result = await work(async (name, sql) => {
        step = name
        await client.query(sql)
        step = undefined
      })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      const isBusy =
        error instanceof DatabaseError && /^(55P03|40P01|40001)$/.test(error.code ?? '')
      if (!isBusy || attempt >= attemptsMax) {
        if (step === undefined) throw error
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${step} failed: ${reason}`, { cause: error })
      }
      log.warn({ name: step, attempt }, 'migration waits for a lock')
      await sleep(Math.min(attempt * 200, 2_000))
    }
  }
}
