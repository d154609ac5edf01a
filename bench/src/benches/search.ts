import { asAdmin } from '../measure/admin.ts'
import { getRequest, load } from '../load/load.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, judged, type Series } from '../measure/measure.ts'
import { started, startBankedStack } from '../setup/banked.ts'
import type { BenchStack } from '../setup/partner.ts'

const readers = 1
const goalMs = 50
/** `BENCH_ROWS=300000` takes some minutes less. */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const payers = 20_000
const path = '/api/v1/xfer/utility/search'

/** What people have in hand; amounts and names are those of many transfers, or of none. */
const questions = [
  '1,714.25',
  '500 EUR',
  '99999.99',
  'a1b2c3',
  'beef',
  'payer 77',
  'payer 4711 gmbh',
  'nobody at all',
  'bench-77',
  'bench-999',
  'someone@example.com',
  '6789',
]

/**
 * Findings of a search among a million transfers, each with the deposit that paid it, against reading
 * one of them by its primary key in the same run.
 */
export const searchBench: Bench = {
  name: 'search',
  what: `${questions.length} texts among ${rows} transfers and as many deposits, one reader, against reading a transfer by its id`,
  run: async (options) => {
    const { stack, executionId } = await planted()
    try {
      const measured = await alternate(
        [
          { name: 'search', run: () => searched(stack, options) },
          { name: 'read by id', run: () => read(stack, executionId, options) },
        ],
        options.rounds,
      )
      const limit: Series = { contender: 'limit', metric: 'p95 ms', values: [goalMs] }
      const series = [...measured, limit]
      const goal = { metric: 'p95 ms', better: 'less' as const, ours: 'search' }
      return judged(series, [
        { ...goal, base: 'limit', must: 1, aim: 0.5 },
        { ...goal, base: 'read by id', must: 20, aim: 8 },
      ])
    } finally {
      await stack.remove()
    }
  },
}

/** One transfer is made over the API; the others are its copies with amounts, hashes and payers of their own. */
async function planted(): Promise<{ stack: BenchStack; executionId: string }> {
  const { stack, parties } = await startBankedStack(1)
  const executionId = await started(stack, parties[0])
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const { rows: columns } = await admin.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = 'transfer'::regclass
        and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const changed: Record<string, string> = {
      id: 'made.id',
      transaction_id: `'bench-' || made.n`,
      status: `'COMPLETED'`,
      amount_in: '((made.n % 1000) * 100 + 50000)',
      amount_out: '((made.n * 7919) % 9000000 + 100)',
      transaction_hash: `'0x' || md5(made.n::text) || md5((-made.n)::text)`,
      created_at: `t.created_at - made.n * interval '1 second'`,
      completed_at: 't.created_at',
      search_text: `'bench-' || made.n`,
    }
    const names = columns.map(({ name }) => name)
    await admin.query('set session_replication_role = replica')
    await admin.query(`create temp table made as
      select gen_random_uuid() as id, n from generate_series(1::bigint, ${rows}) n`)
    await admin.query(`insert into transfer (${names.join()})
      select ${names.map((name) => changed[name] ?? `t.${name}`).join()} from made, transfer t`)
    await admin.query(`insert into transaction_claim
      select t.partner_id, t.transaction_id, t.id from transfer t join made on made.id = t.id`)
    await admin.query(`insert into deposit (partner_id, id, source, status, transfer_id,
        jurisdiction_id, currency, scale, amount, sender, received_at, updated_at, version)
      select t.partner_id, gen_random_uuid(), 'BANK', 'FORWARDED', t.id, t.jurisdiction_in,
        t.currency_in, t.scale_in, t.amount_in, jsonb_build_object('name',
          'Payer ' || made.n % ${payers} || ' GmbH', 'account', 'DE' || made.n, 'walletAddress', '',
          'reference', ''), t.created_at, t.created_at, 1
      from transfer t join made on made.id = t.id`)
    for (const kind of ['transfer', 'deposit'])
      await admin.query(`insert into search_key
        select t.partner_id, key, '${kind}', t.id from ${kind} t, unnest(search_keys(t)) as key
        where key is not null order by key on conflict do nothing`)
    await admin.query('vacuum analyze transfer, deposit, search_key, transaction_claim')
  })
  return { stack, executionId }
}

const searched = ({ port, apiToken }: BenchStack, { seconds }: BenchOptions) =>
  load({
    port,
    requests: questions.map((q) =>
      getRequest(`${path}?q=${encodeURIComponent(q)}`, { 'x-api-token': apiToken }),
    ),
    connections: readers,
    warmUpMs: 500,
    durationMs: seconds * 1000,
  })

const read = ({ port, apiToken }: BenchStack, executionId: string, { seconds }: BenchOptions) =>
  load({
    port,
    requests: [
      getRequest(`/api/v1/xfer/transaction/transfer/${executionId}`, { 'x-api-token': apiToken }),
    ],
    connections: readers,
    warmUpMs: 500,
    durationMs: seconds * 1000,
  })
