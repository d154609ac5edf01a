import { setTimeout as sleep } from 'node:timers/promises'
import { serverCpuMs } from '../measure/cost.ts'
import type { Series } from '../measure/measure.ts'
import type { BenchStack } from '../setup/partner.ts'
import { plantedTransfers } from '../setup/planted-transfers.ts'
import { beforeOf } from './lines.ts'
import { withoutWaiting } from './side.ts'

const openRows = 3000
const settleMs = 10_000
const restMs = 20_000
const metric = 'CPU ms/s'

/** CPU of program and database while nobody asks and some thousand transfers wait for deposits. */
export async function restSeries(rounds: number, checkout?: string): Promise<Series[]> {
  const stacks: [name: string, stack: BenchStack][] = []
  try {
    for (const [name, program] of [
      ...(checkout ? [[beforeOf('rest'), { checkout }] as const] : []),
      ['rest', {}] as const,
    ]) {
      const stack = await plantedTransfers(openRows, {
        program,
        status: 'PENDING',
        settings: withoutWaiting,
      })
      stacks.push([name, stack])
    }
    await sleep(settleMs)
    return await measured(stacks, rounds)
  } finally {
    for (const [, stack] of stacks) await stack.remove()
  }
}

/** All at the same time: CPU is counted by process. */
async function measured(stacks: readonly (readonly [string, BenchStack])[], rounds: number) {
  const series = stacks.map(([contender]): Series => ({ contender, metric, values: [] }))
  const usedBy = () =>
    stacks.map(([, stack]) => {
      const { node, postgres } = serverCpuMs(stack.pid())
      return node + postgres
    })
  for (let round = 0; round < rounds; round += 1) {
    const before = usedBy()
    await sleep(restMs)
    usedBy().forEach((used, at) => {
      series[at]?.values.push(((used - (before[at] ?? 0)) * 1000) / restMs)
    })
  }
  return series
}
