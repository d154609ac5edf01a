import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TransferKey } from '../../ports/jobs.ts'

/**
 * Processes each in a transaction of its own, so that one that cannot be done, or that
 * is locked, keeps no other back; it comes again with the next pass. Returns those done.
 */
export async function eachInTransaction<T extends TransferKey>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  all: readonly T[],
  work: (tx: Tx, one: T) => Promise<boolean>,
): Promise<T[]> {
  const done: T[] = []
  for (const one of all) {
    try {
      if (await db.asWorker((tx) => work(tx, one))) done.push(one)
    } catch (error) {
      log.error({ err: error, transferId: one.transferId }, 'what time brings about failed')
    }
  }
  return done
}
