import { createLineDatabase, lockRow } from '../baselines/lines.ts'
import { load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judged } from '../measure/measure.ts'
import { creditLine, drawingRequest } from '../setup/drawings.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'

const partners = 100
const connections = 16
const warmUpMs = 500

/** Drawings on one credit line that all want, and on those of many partners. */
export const drawings: Bench = {
  name: 'drawings',
  what: `drawings on one credit line and over ${partners} partners, ${connections} connections, against the thinnest statement that takes a row under lock`,
  run: async (options) => {
    const stack = await startBenchStack()
    const tokens = await makePartners(stack)
    const database = await createLineDatabase(stack.dataDir, partners)
    try {
      const series = await alternate(
        [
          drawn(stack, 'one line', tokens.slice(0, 1), options),
          lockRow(database.url, 'one row', 1, { clients: connections, seconds: options.seconds }),
          drawn(stack, `${partners} lines`, tokens, options),
          lockRow(database.url, `${partners} rows`, partners, {
            clients: connections,
            seconds: options.seconds,
          }),
        ],
        options.rounds,
      )
      return judged(series, goals)
    } finally {
      await database.drop()
      await stack.remove()
    }
  },
}

const rate = { metric: 'rate/s', better: 'more' as const }
const goals: Goal[] = [
  { ...rate, ours: 'one line', base: 'one row', must: 0.02, aim: 0.05 },
  { ...rate, ours: `${partners} lines`, base: `${partners} rows`, must: 0.02, aim: 0.05 },
]

/** Each connection goes through its own partners in turn. */
const drawn = (
  { port }: BenchStack,
  name: string,
  tokens: readonly string[],
  { seconds }: BenchOptions,
): Contender => ({
  name,
  run: () =>
    load({
      port,
      connections,
      warmUpMs,
      durationMs: seconds * 1000,
      requests: tokens.map(drawingRequest),
    }),
})

async function makePartners(stack: BenchStack): Promise<string[]> {
  const tokens = [stack.apiToken]
  while (tokens.length < partners) tokens.push(await makePartner(stack, tokens.length))
  await creditLine(stack)
  return tokens
}

async function makePartner({ admin }: BenchStack, at: number): Promise<string> {
  const made = await admin(['partner', 'create', '--name', `Drawing ${at}`])
  const { svcPartnerId } = made as { svcPartnerId: string }
  const issued = await admin(['api-key', 'issue', '--partner', svcPartnerId, '--scopes', 'all'])
  return (issued as { apiToken: string }).apiToken
}
