import { startStack } from '../../../tools/stack.ts'
import { startHono } from '../baselines/hono.ts'
import type { Bench } from '../measure/bench.ts'
import { alternate, judge, repeat } from '../measure/measure.ts'

const started = 'ready ms'

/** From the process's start to the first 200 of /readyz; for the base to its listening socket. */
export const start: Bench = {
  name: 'start',
  what: 'first start on an empty DATA_DIR, start with the schema current, against Hono alone',
  run: async ({ rounds }) => {
    const first = await repeat({ name: 'first start, seeded', run: () => coldStart({}) }, rounds)
    const bare = await repeat(
      { name: 'first start, SEED=none', run: () => coldStart({ SEED: 'none' }) },
      rounds,
    )

    const stack = await startStack()
    try {
      const warm = async () => {
        await stack.stop()
        await stack.start()
        return { [started]: stack.readyMs() }
      }
      const base = async () => {
        const hono = await startHono('json')
        await hono.stop()
        return { [started]: hono.readyMs }
      }
      const series = await alternate(
        [
          { name: 'start again', run: warm },
          { name: 'Hono start', run: base },
        ],
        rounds,
      )
      const goal = { ours: 'start again', base: 'Hono start', metric: started }
      return {
        series: [...first, ...bare, ...series],
        verdicts: [judge(series, { ...goal, must: 12, aim: 6, better: 'less' })],
      }
    } finally {
      await stack.remove()
    }
  },
}

async function coldStart(env: Record<string, string>): Promise<Record<string, number>> {
  const stack = await startStack({ env })
  const readyMs = stack.readyMs()
  await stack.remove()
  return { [started]: readyMs }
}
