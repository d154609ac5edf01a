import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { asAdmin } from '../baselines/database.ts'
import { createTransferDatabase, pgbench } from '../baselines/transfers.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { type Figures, alternate, judge } from '../measure/measure.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'
import { liftLimit, openAccounts, type PaidInto } from '../setup/routed.ts'

const routed = 64
const perSecond = 500
const lookMs = 50
const deadlineMs = 240_000

/** Goal 5: what many routes take in at one moment, until all of it has been forwarded. */
export const payinForwarding: Bench = {
  name: 'payin-forwarding',
  what: 'deposits on a statement until they are FORWARDED to a bank, against pgbench',
  run: async (options) => {
    const stack = await startBenchStack()
    await liftLimit(stack)
    const accounts = await openAccounts(stack, routed, true)
    const database = await createTransferDatabase(stack.dataDir)
    let run = 0
    try {
      const series = await alternate(
        [
          { name: 'forwarding', run: () => forward(stack, accounts, options, (run += 1)) },
          {
            name: 'pgbench, batch of 100, c=1',
            run: () => pgbench(database.url, 'batch', { clients: 1, seconds: options.seconds }),
          },
        ],
        options.rounds,
      )
      return {
        series,
        verdicts: [
          judge(series, {
            ours: 'forwarding',
            base: 'pgbench, batch of 100, c=1',
            metric: 'rate/s',
            better: 'more',
            must: 0.2,
            aim: 0.4,
          }),
        ],
      }
    } finally {
      await database.drop()
      await stack.remove()
    }
  },
}

/** All of them stand on the bank's statement at one moment; the watcher reads it within a second. */
function forward(
  stack: BenchStack,
  accounts: readonly PaidInto[],
  { seconds }: BenchOptions,
  run: number,
): Promise<Figures> {
  const count = Math.ceil(seconds * perSecond)
  return asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const begun = performance.now()
    await admin.query(booking, [JSON.stringify(accounts), count, `bench/${run}/`])
    const taken = await until(
      admin,
      begun,
      "select from bank_entry where state = 'NEW' limit 1",
      count,
    )
    const open =
      "select from deposit where status in ('RECEIVED', 'SCREENING', 'FORWARDING') limit 1"
    const done = await until(admin, begun, open, count)
    const { rows } = await admin.query("select from deposit where status <> 'FORWARDED' limit 1")
    if (rows.length > 0) throw new Error('a deposit was not forwarded')
    return { 'rate/s': (count * 1000) / done, 'taken in/s': (count * 1000) / taken }
  })

  /** Until nothing of the kind is left, and all have come. */
  async function until(admin: Client, begun: number, left: string, all: number): Promise<number> {
    for (;;) {
      const { rows } = await admin.query(left)
      const come = await admin.query<{ count: string }>(
        'select count(*) from bank_entry where entry_id like $1',
        [`bench/${run}/%`],
      )
      const took = performance.now() - begun
      if (rows.length === 0 && Number(come.rows[0]?.count) === all) return took
      if (took > deadlineMs) throw new Error('the deposits were not forwarded in time')
      await sleep(lookMs)
    }
  }
}

/** What payers send to the accounts in turn, as entries of the simulated bank. */
const booking = `
  with paid as (
    select n, ($1::jsonb)->(n % jsonb_array_length($1::jsonb)) as account
    from generate_series(0, $2::int - 1) as n),
  moved as (
    update simulated_bank_position set last = last + $2 returning last - $2 as base)
  insert into simulated_bank_entry (position, entry_id, entry)
  select base + n + 1, $3 || n, jsonb_build_object('entryId', $3 || n, 'kind', 'CREDIT',
    'countryCode', 'DE', 'routingNumber', account->>'routingNumber',
    'accountNumber', account->>'accountNumber', 'currency', 'EUR', 'minor', '10000', 'scale', 2,
    'sender', jsonb_build_object('name', 'Ada Okonkwo', 'account', ''), 'reference', '',
    'payoutReference', '', 'code', '', 'bookedAt', now())
  from paid, moved`
