import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from '../../../tools/stack.ts'
import { startHono } from '../baselines/hono.ts'
import type { Bench } from '../measure/bench.ts'
import { alternate } from '../measure/measure.ts'
import { processTree, residentMiB } from '../measure/processes.ts'

const restMs = 10_000

/** Memory some seconds after the start, with the demo data and without requests. */
export const memory: Bench = {
  name: 'memory',
  what: 'resident memory at rest: server, database and chain, against Hono alone',
  run: async ({ rounds }) => {
    const ours = async () => {
      const stack = await startStack()
      try {
        await sleep(restMs)
        const tree = processTree(stack.pid())
        const of = (match: (command: string) => boolean): number =>
          residentMiB(tree.filter(({ command }) => match(command)).map(({ pid }) => pid))
        return {
          'server MiB': residentMiB([stack.pid()]),
          'database MiB': of((command) => command.startsWith('postgres')),
          'chain MiB': of((command) => command.startsWith('anvil')),
          'all MiB': residentMiB(tree.map(({ pid }) => pid)),
        }
      } finally {
        await stack.remove()
      }
    }
    const base = async () => {
      const hono = await startHono('json')
      await sleep(restMs)
      const figures = { 'server MiB': residentMiB([hono.pid]) }
      await hono.stop()
      return figures
    }
    const series = await alternate(
      [
        { name: 'Corridor', run: ours },
        { name: 'Hono', run: base },
      ],
      rounds,
    )
    return { series, verdicts: [] }
  },
}
