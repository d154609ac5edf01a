import { alternate, type Contender, type Series } from '../measure/measure.ts'
import { startBases } from './bases.ts'
import { beforeOf } from './lines.ts'
import { startSide } from './side.ts'

/** The steps in this order, each of a base once, each of a program by both programs in turn. */
export async function stepSeries(
  steps: readonly string[],
  { rounds, seconds }: { rounds: number; seconds: number },
  checkout?: string,
): Promise<Series[]> {
  const before = checkout ? await startSide(seconds, checkout) : undefined
  const now = await startSide(seconds)
  const bases = await startBases(now.stack, seconds)
  try {
    const contenders = steps.flatMap((name): Contender[] => {
      const [base, old, own] = [bases.steps[name], before?.steps[name], now.steps[name]]
      return [
        ...(base ? [{ name, run: base }] : []),
        ...(old ? [{ name: beforeOf(name), run: old }] : []),
        ...(own ? [{ name, run: own }] : []),
      ]
    })
    return await alternate(contenders, rounds)
  } finally {
    await bases.stop()
    await before?.stack.remove()
    await now.stack.remove()
  }
}
