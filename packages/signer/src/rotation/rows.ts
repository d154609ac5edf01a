import type { Rotating } from './rotation.ts'

const BATCH = 200
const TRIES = 5
/** Deadlock, serialization, and a lock that was not to be had in time: the row is tried again. */
const RETRYABLE = ['40P01', '40001', '55P03']

export type Rows = {
  /** Names the rows in the points that are reached. */
  name: string
  /** Ids of rows that are left, in order, from after `last`. */
  left: (last: string, limit: number) => Promise<string[]>
  /** Does one row in a transaction; false where another did it meanwhile. */
  change: (id: string) => Promise<boolean>
}

/** Every row that is left, one after another. Gives how many were done, and notes what failed. */
export async function eachRow(work: Rotating, rows: Rows): Promise<number> {
  let done = 0
  let last = ''
  for (;;) {
    const ids = await rows.left(last, BATCH)
    for (const id of ids) {
      if (await attempt(work, rows, id)) done += 1
      last = id
    }
    if (ids.length < BATCH) return done
  }
}

async function attempt(work: Rotating, { name, change }: Rows, id: string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      const changed = await change(id)
      await work.reach(`${name}:after_commit`)
      return changed
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (RETRYABLE.includes(code) && tries < TRIES) continue
      if (!isUnreadable(error)) throw error
      work.failed.push({ id, reason: error.message })
      return false
    }
  }
}

/** A record that does not open: changed, or of a key that is gone. The others are gone on with. */
function isUnreadable(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (error.name === 'RootKeyMissing' ||
      /unable to authenticate data|unknown form/.test(error.message))
  )
}
