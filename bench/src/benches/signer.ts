import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Figures, type Goal, judged } from '../measure/measure.ts'

/** A program of the signer's own tests: nobody else may take its parts. */
const program = fileURLToPath(
  new URL('../../../packages/signer/test/bench-child.ts', import.meta.url),
)
const lanes = 16

type Work = 'stamps' | 'transactions'
type Whom = 'bare' | 'inside' | 'socket'
type Report = { ready: true } | { rate: number } | { failed: string }

/**
 * What a stamp that is checked and a transfer that is signed cost in the signer, with its locks, MACs,
 * audit line and commit, and what its process of its own adds to them.
 */
export const signerBench: Bench = {
  name: 'signer',
  what: `stamps checked and transactions signed by the signer, in process and over its socket, ${lanes} at once, against the bare signature functions`,
  run: async (options) => {
    const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    try {
      await reportOf(child)
      const series = await alternate(
        (['stamps', 'transactions'] as const).flatMap((work) =>
          (['bare', 'inside', 'socket'] as const).map((whom) =>
            contender(child, whom, work, options),
          ),
        ),
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    }
  },
}

const rate = { metric: 'rate/s', better: 'more' as const }
const goals: Goal[] = [
  { ...rate, ours: 'stamps, inside', base: 'stamps, bare', must: 0.02, aim: 0.05 },
  { ...rate, ours: 'transactions, inside', base: 'transactions, bare', must: 0.05, aim: 0.1 },
  { ...rate, ours: 'stamps, socket', base: 'stamps, inside', must: 0.7, aim: 0.9 },
  { ...rate, ours: 'transactions, socket', base: 'transactions, inside', must: 0.7, aim: 0.9 },
]

const contender = (child: ChildProcess, whom: Whom, work: Work, { seconds }: BenchOptions) => ({
  name: `${work}, ${whom}`,
  run: async (): Promise<Figures> => {
    const report = reportOf(child)
    child.send({ whom, work, lanes, seconds })
    const outcome = await report
    if (!('rate' in outcome)) throw new Error(JSON.stringify(outcome))
    return { 'rate/s': outcome.rate }
  },
})

/** The next thing the child says. */
function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`The signer ended with ${code}.`))
    child.once('exit', gone)
    child.once('message', (report) => {
      child.off('exit', gone)
      resolve(report as Report)
    })
  })
}
