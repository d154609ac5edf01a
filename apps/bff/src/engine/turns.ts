/**
 * Makes calls together: one piece of work at a time, and what is asked for while it is under way is
 * done by the next one, which begins after the last of those was asked. `many` answers in their order.
 */
export function inTurns<A, R>(
  many: (items: readonly A[]) => Promise<readonly R[]>,
): (item: A) => Promise<R> {
  type Waiting = { item: A; resolve: (answer: R) => void; reject: (error: unknown) => void }
  let line: Waiting[] = []
  let isUnderWay = false

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    line.push({ item, resolve, reject })
    if (!isUnderWay) {
      isUnderWay = true
      // Those who were woken by the same answer come within this turn of the program.
      setImmediate(() => void work())
    }
    return promise
  }

  async function work(): Promise<void> {
    while (line.length > 0) {
      const turn = line
      line = []
      try {
        const answers = await many(turn.map(({ item }) => item))
        for (const [at, { resolve }] of turn.entries()) resolve(answers[at] as R)
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    isUnderWay = false
  }
}
