import type { Result } from '@corridor/domain'
import { inSavepoint } from './isolation.ts'
import type { Tx } from './open.ts'

class RefusedInside extends Error {}

/** What a refused decision wrote is undone, and the transaction goes on. */
export async function undoneIfRefused<T, F>(tx: Tx, work: () => Promise<Result<T, F>>) {
  let answer: Result<T, F> | undefined
  try {
    return await inSavepoint(tx, async () => {
      answer = await work()
      if (!answer.ok) throw new RefusedInside()
      return answer
    })
  } catch (error) {
    if (error instanceof RefusedInside && answer) return answer
    throw error
  }
}
