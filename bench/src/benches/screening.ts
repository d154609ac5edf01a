import { compareNames, createNameIndex } from '../../../packages/screening/src/index.ts'
import type { Bench } from '../measure/bench.ts'
import { judged, record, type Goal, type Series } from '../measure/measure.ts'
import { percentile } from '../measure/statistics.ts'
import {
  customers,
  frequentNames,
  type Listed,
  type Pair,
  readListed,
  readPairs,
  recombined,
} from '../setup/listed-names.ts'

const threshold = 85
const listedCount = 100_000
const lookUps = 2_000
const customerCount = 1_000

/** Screening by the public pairs of nomenklatura, and by a list. */
export const screeningBench: Bench = {
  name: 'screening',
  what: `names found and right among labelled pairs (BENCH_PAIRS); hits of frequent names and customers on a list (BENCH_LIST); a look-up among ${listedCount} names made of its parts`,
  rounds: 1,
  run: async () => {
    const [pairs, list] = [process.env['BENCH_PAIRS'], process.env['BENCH_LIST']]
    if (!pairs && !list) throw new Error('BENCH_PAIRS or BENCH_LIST names what is measured')
    const series: Series[] = []
    if (pairs) measurePairs(series, readPairs(pairs))
    if (list) measureList(series, readListed(list))
    const wanted = goals.filter(({ ours, metric }) =>
      series.some((entry) => entry.contender === ours && entry.metric === metric),
    )
    for (const { metric } of wanted) record(series, 'unit', { [metric]: 1 })
    return judged(series, wanted)
  },
}

const found = { metric: 'found %', base: 'unit', better: 'more' as const }
const goals: Goal[] = [
  { ...found, ours: 'all pairs', must: 85, aim: 90 },
  { ...found, ours: 'all pairs', metric: 'right %', must: 78, aim: 90 },
  { ...found, ours: 'two scripts', must: 85, aim: 90 },
  { ours: 'look-up', base: 'unit', metric: 'CPU p95 ms', must: 15, aim: 5, better: 'less' },
]

/** Of the pairs that match, how many are hits; of the hits, how many match. */
function measurePairs(series: Series[], pairs: readonly Pair[]): void {
  const slices = new Map<string, Pair[]>([['all pairs', [...pairs]]])
  for (const pair of pairs)
    for (const slice of slicesOf(pair)) slices.set(slice, [...(slices.get(slice) ?? []), pair])
  for (const [name, slice] of slices) {
    const hits = slice.filter(
      ({ asked, listed, kind }) => compareNames(asked, listed, kind).score >= threshold,
    )
    const matches = slice.filter(({ isMatch }) => isMatch).length
    const right = hits.filter(({ isMatch }) => isMatch).length
    record(series, name, {
      pairs: slice.length,
      'found %': (100 * right) / matches,
      'right %': (100 * right) / hits.length,
    })
  }
}

function slicesOf({ group, kind, asked, listed }: Pair): string[] {
  const [own, other] = [isLatin(asked), isLatin(listed)]
  const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const parts = (name: string) => name.trim().split(/\s+/).length
  return [
    group,
    kind === 'person' ? 'people' : 'organisations',
    ...(own === other ? [] : ['two scripts']),
    ...(letters(asked) === letters(listed) && parts(asked) !== parts(listed) ? ['joined'] : []),
  ]
}

const isLatin = (name: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(name)

function measureList(series: Series[], listed: readonly Listed[]): void {
  const { find } = indexOf(listed)
  for (const [name, asked] of [
    ['frequent names', frequentNames],
    ['customers', customers(customerCount)],
  ] as const) {
    const hits = asked.map((each) => find(each, threshold).length)
    record(series, name, {
      names: asked.length,
      'names hit': hits.filter((count) => count > 0).length,
      hits: hits.reduce((sum, count) => sum + count, 0),
    })
  }
  measureLookUps(series, recombined(listed, listedCount))
}

function measureLookUps(series: Series[], listed: readonly Listed[]): void {
  const before = heapMegabytes()
  const started = performance.now()
  const { find } = indexOf(listed)
  const made = { 'made in s': (performance.now() - started) / 1_000 }
  const asked = customers(lookUps)
  for (const name of asked.slice(0, 200)) find(name, threshold)
  const times = asked.map((name) => {
    const [began, used] = [performance.now(), process.cpuUsage()]
    find(name, threshold)
    const { user, system } = process.cpuUsage(used)
    return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 }
  })
  const [wall, cpu] = [times.map(({ ms }) => ms), times.map(({ cpuMs }) => cpuMs)]
  record(series, 'look-up', {
    'p50 ms': percentile(wall, 0.5),
    'p95 ms': percentile(wall, 0.95),
    'CPU p50 ms': percentile(cpu, 0.5),
    'CPU p95 ms': percentile(cpu, 0.95),
    ...made,
    'memory MB': heapMegabytes() - before,
  })
}

function indexOf(listed: readonly Listed[]) {
  const index = createNameIndex<Listed>()
  for (const entry of listed) index.add(entry)
  return index
}

function heapMegabytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
