import { type BaseServer, startHono } from '../baselines/hono.ts'
import { createTransferDatabase } from '../baselines/transfers.ts'
import { plantedTransfers } from '../setup/planted-transfers.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { load } from '../load/load.ts'
import { getRequest } from '../load/request.ts'
import { alternate, judge } from '../measure/measure.ts'
import type { BenchStack } from '../setup/partner.ts'

const connections = 16
/** One at a time: summaries beside each other reach the limit of a statement on a busy machine. */
const readers = 1
const summaries = 3
const few = 10_000
/** `BENCH_ROWS=1000000` takes some minutes longer. */
const many = Number(process.env['BENCH_ROWS'] ?? 300_000)
const list = '/api/v1/xfer/transaction/transfers'
const path = `${list}?limit=20`
/** As the dashboard's page of transfers asks: what its columns show, a hundred rows at a time. */
const page = `${list}?sort=-createdAt&limit=100&fields=${[
  'executionId,transactionId,status,eventStatus,direction,exchangeRate,fees,failure.code,refundOf',
  'details.name,details.status,details.startedAt,details.error,transactionHash',
  'createdAt,startedAt,completedAt',
  ...['from', 'to'].flatMap((side) =>
    ['entityId', 'accountId', 'fullName', 'jurisdiction', 'amount', 'currency', 'wallet']
      .concat(['account.accountHolderName', 'account.bankName'])
      .concat(['account.bankIban', 'account.accountNumber'])
      .map((member) => `${side}.${member}`),
  ),
].join()}`
/** The same rows whole, with counts and sums of everything that matches. */
const summarised = `${list}/partner?sort=-createdAt&limit=100`

/** As the dashboard's overview asks: every transfer of sixty days, out of an index. */
const figures = '/api/v1/xfer/utility/figures/overview?zone=Europe/Berlin'

/**
 * Goal 6: the newest 20 as a partner reads them, of a short list and of a long one; and the newest
 * hundred as the dashboard's page reads them, against the list with a summary.
 */
export const transferList: Bench = {
  name: 'transfer-list',
  what: `newest 20 transfers of ${few} and of ${many}, ${connections} connections, against Hono + pg; the dashboard’s page and the overview’s figures against the list with a summary`,
  run: async (options) => {
    const short = await plantedTransfers(few)
    const long = await plantedTransfers(many)
    const database = await createTransferDatabase(short.dataDir, few)
    const hono = await startHono('transfers', database.url)
    try {
      const series = await alternate(
        [
          { name: `of ${few}`, run: () => ours(short, options) },
          { name: 'Hono + pg', run: () => bare(hono, options) },
          { name: `of ${many}`, run: () => ours(long, options) },
          { name: `page of ${many}`, run: () => paged(long, options, page) },
          { name: `summary of ${many}`, run: () => counted(long, summarised) },
          { name: `figures of ${many}`, run: () => counted(long, figures) },
        ],
        options.rounds,
      )
      const goal = { metric: 'rate/s', better: 'more' as const }
      return {
        series,
        verdicts: [
          judge(series, { ...goal, ours: `of ${few}`, base: 'Hono + pg', must: 0.5, aim: 0.7 }),
          judge(series, { ...goal, ours: `of ${many}`, base: `of ${few}`, must: 0.8, aim: 0.95 }),
          judge(series, {
            ...goal,
            ours: `page of ${many}`,
            base: `summary of ${many}`,
            must: 5,
            aim: 20,
          }),
          judge(series, {
            ...goal,
            ours: `figures of ${many}`,
            base: `summary of ${many}`,
            must: 0.5,
            aim: 1,
          }),
        ],
      }
    } finally {
      await hono.stop()
      await database.drop()
      await long.remove()
      await short.remove()
    }
  },
}

const ours = ({ port, apiToken }: BenchStack, options: BenchOptions) =>
  loaded(port, getRequest(path, { 'x-api-token': apiToken }), options, connections)
const paged = ({ port, apiToken }: BenchStack, options: BenchOptions, asked: string) =>
  loaded(port, getRequest(asked, { 'x-api-token': apiToken }), options, readers)
/** As many as one can wait for: on a busy machine each takes seconds. */
const counted = ({ port, apiToken }: BenchStack, asked: string) =>
  load({
    port,
    requests: Array<string>(summaries).fill(getRequest(asked, { 'x-api-token': apiToken })),
    connections: readers,
    once: true,
    warmUpMs: 0,
    durationMs: 120_000,
  })
const bare = ({ port }: BaseServer, options: BenchOptions) =>
  loaded(port, getRequest('/transfers'), options, connections)
const loaded = (port: number, request: string, { seconds }: BenchOptions, sockets: number) =>
  load({
    port,
    requests: [request],
    connections: sockets,
    warmUpMs: 500,
    durationMs: seconds * 1000,
  })
