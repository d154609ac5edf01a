import { plantedTransfers } from '../setup/planted-transfers.ts'
import type { Bench } from '../measure/bench.ts'
import { getRequest, load } from '../load/load.ts'
import { alternate, judged } from '../measure/measure.ts'
import type { BenchStack } from '../setup/partner.ts'
import { pagePath } from '../setup/transfers-page.ts'

const summaries = 3
/** `BENCH_ROWS=1000000` takes some minutes longer. */
const rows = Number(process.env['BENCH_ROWS'] ?? 300_000)
const pageRows = 100
/** The same rows whole, with counts and sums of everything that matches. */
const summarised = `/api/v1/xfer/transaction/transfers/partner?sort=-createdAt&limit=${pageRows}`

/** As the dashboard's overview asks: every transfer of sixty days, out of an index. */
const figures = '/api/v1/xfer/utility/figures/overview?zone=Europe/Berlin'

/** What the dashboard asks of many transfers, against the list with a summary. */
export const transferList: Bench = {
  name: 'transfer-list',
  what: `the dashboard’s page of ${pageRows} of ${rows} transfers and the overview’s figures, one reader, against the list with a summary`,
  run: async (options) => {
    const stack = await plantedTransfers(rows)
    const durationMs = options.seconds * 1000
    try {
      const series = await alternate(
        [
          { name: 'page', run: () => asked(stack, pagePath(pageRows), { durationMs }) },
          { name: 'summary', run: () => counted(stack, summarised) },
          { name: 'figures', run: () => counted(stack, figures) },
        ],
        options.rounds,
      )
      const goal = { base: 'summary', metric: 'rate/s', better: 'more' as const }
      return judged(series, [
        { ...goal, ours: 'page', must: 5, aim: 20 },
        { ...goal, ours: 'figures', must: 0.5, aim: 1 },
      ])
    } finally {
      await stack.remove()
    }
  },
}

/** One at a time: summaries beside each other reach the limit of a statement on a busy machine. */
const asked = (
  { port, apiToken }: BenchStack,
  path: string,
  { durationMs, times = 1 }: { durationMs: number; times?: number },
) =>
  load({
    port,
    requests: Array<string>(times).fill(getRequest(path, { 'x-api-token': apiToken })),
    connections: 1,
    once: times > 1,
    warmUpMs: times > 1 ? 0 : 500,
    durationMs,
  })

/** As many as one can wait for: on a busy machine each takes seconds. */
const counted = (stack: BenchStack, path: string) =>
  asked(stack, path, { durationMs: 120_000, times: summaries })
