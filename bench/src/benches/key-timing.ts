import { Agent, request } from 'node:http'
import { routes } from '@corridor/contract/routes'
import { forgedKey, keyPart } from '../load/forged-key.ts'
import type { Bench } from '../measure/bench.ts'
import { type Figures, alternate, judge } from '../measure/measure.ts'
import { median, welchT } from '../measure/statistics.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'

const samples = 100_000
const warmUp = 2_000
const ours = 'keys that are refused'
const limit = 'limit'

/** Whether the time of a refusal says how much of a key was right (guarantees.md 1.25). */
export const keyTiming: Bench = {
  name: 'key-timing',
  what: `${samples} refused keys, one after the other: a secret that begins right, a wrong one, and an unknown id`,
  run: async ({ rounds }) => {
    const stack = await startBenchStack({}, { RATE_LIMIT: 'off' })
    try {
      const series = await alternate(
        [
          { name: ours, run: () => timings(stack, Math.ceil(samples / rounds)) },
          { name: limit, run: async () => ({ '|t| of secrets': 4.5, 'medians apart': 0.05 }) },
        ],
        rounds,
      )
      const less = { better: 'less' as const, ours, base: limit, must: 1, aim: 0.5 }
      return {
        series,
        verdicts: ['|t| of secrets', 'medians apart'].map((metric) =>
          judge(series, { ...less, metric }),
        ),
      }
    } finally {
      await stack.remove()
    }
  },
}

/** Two thirds of the samples are of a known id, in an order that is drawn anew each time. */
async function timings({ baseUrl, apiToken }: BenchStack, count: number): Promise<Figures> {
  const [, , lookup = '', secret = ''] = apiToken.split('_')
  const kinds = {
    begins: () => forgedKey(lookup, secret.slice(0, 40) + keyPart(3)),
    wrong: () => forgedKey(lookup),
    unknown: () => forgedKey(),
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const times: Record<keyof typeof kinds, number[]> = { begins: [], wrong: [], unknown: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const url = `${baseUrl}${routes.entities.list.path}`
  for (let n = -warmUp; n < count; n += 1) {
    const name = names[Math.floor(Math.random() * names.length)] ?? 'wrong'
    const ms = await refused(url, kinds[name](), agent)
    if (n >= 0) times[name].push(ms)
  }
  agent.destroy()
  const [known, unknown] = [median(times.wrong), median(times.unknown)]
  return {
    '|t| of secrets': Math.abs(welchT(times.begins, times.wrong)),
    'medians apart': Math.abs(known - unknown) / known,
    'p50 ms': known,
  }
}

function refused(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const sent = request(url, { agent, headers: { 'x-api-token': key } }, (answer) => {
      const ms = performance.now() - from
      if (answer.statusCode !== 401)
        reject(new Error(`a forged key was answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(ms))
    })
    sent.once('error', reject)
    sent.end()
  })
}
