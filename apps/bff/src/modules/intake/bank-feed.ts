import type { Deps } from '../../ports/deps.ts'
import type { StatementSource } from '../../ports/bank.ts'
import * as store from './bank-store.ts'

export type FeedParts = Pick<Deps, 'db' | 'statements' | 'faults'>

const pageSize = 1_000

/**
 * Reads on in every statement and keeps what is new; page and cursor are one transaction. False where
 * a bank does not answer.
 */
export async function readFeed(deps: FeedParts): Promise<boolean> {
  const read = await Promise.all(deps.statements.map((source) => readStatement(deps, source)))
  return read.every(Boolean)
}

async function readStatement({ db, faults }: FeedParts, source: StatementSource): Promise<boolean> {
  for (;;) {
    const from = await db.readingAll((tx) => store.readPosition(tx, source.name))
    const page = await source.entries(from, pageSize)
    if (!page.ok) return false
    const last = page.value.at(-1)
    if (!last) return true
    await faults.reach('bank_feed', 'after_effect')
    await db.asWorker(async (tx) => {
      await Promise.all([
        store.keepEntries(tx, source.name, page.value),
        store.movePosition(tx, source.name, from, last.position),
      ])
      await faults.reach('bank_feed', 'before_commit')
    })
    await faults.reach('bank_feed', 'after_commit')
    if (page.value.length < pageSize || last.position === from) return true
  }
}
