// `npm run bench -- [name …] [--rounds=3] [--seconds=4] [--json=file] [--keep]`
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import type { Bench } from './measure/bench.ts'
import { cost } from './benches/cost.ts'
import { forgedKeys } from './benches/forged-keys.ts'
import { gate } from './benches/gate.ts'
import { drawings } from './benches/drawings.ts'
import { entitiesBench } from './benches/entities.ts'
import { hotAccounts } from './benches/hot-accounts.ts'
import { keyTiming } from './benches/key-timing.ts'
import { memory } from './benches/memory.ts'
import { overload } from './benches/overload.ts'
import { page } from './benches/page.ts'
import { plantedBench } from './benches/planted.ts'
import { policyBench } from './benches/policy.ts'
import { processes } from './benches/processes.ts'
import { screeningBench } from './benches/screening.ts'
import { searchBench } from './benches/search.ts'
import { signerBench } from './benches/signer.ts'
import { soak } from './benches/soak.ts'
import { start } from './benches/start.ts'
import { joining } from './benches/joining.ts'
import { statementImport } from './benches/statement-import.ts'
import { transferList } from './benches/transfer-list.ts'
import { walletSessions } from './benches/wallet-sessions.ts'
import { walletStamps } from './benches/wallet-stamps.ts'
import { webhookDeliveries } from './benches/webhook-deliveries.ts'
import { webhookLag } from './benches/webhook-lag.ts'
import { machineFacts } from './measure/facts.ts'
import { tableOf, verdictsOf } from './measure/measure.ts'
import { runTool } from '../../tools/process.ts'
import { root } from '../../tools/stamp.mjs'
import { goalTable } from './goals/lines.ts'
import { order } from './goals/order.ts'
import { restSeries } from './goals/rest.ts'
import { stepSeries } from './goals/steps.ts'

type Weight = { name: string; size: number; sizeLimit: number }

/** Sizes do not vary between runs, so there is one round. */
const bundle: Bench = {
  name: 'bundle',
  what: 'gzip size of what each route adds to the shell, in kB of 1000 bytes, against its budget',
  run: async () => {
    const { output } = await runTool('budgets', ['--json'], {
      cwd: join(root, 'apps/web'),
      quiet: true,
    })
    const series = (JSON.parse(output) as Weight[]).map(({ name, size, sizeLimit }) => ({
      contender: name,
      metric: `of ${sizeLimit / 1000} kB`,
      values: [size / 1000],
    }))
    return { series, verdicts: [] }
  },
}

/** Every goal of speed with its base, and with the version before it where that is named. */
const goalsBench: Bench = {
  name: 'goals',
  what: 'every goal of speed with its base, and the same of another checkout (BENCH_BEFORE)',
  rounds: 5,
  run: async ({ rounds, seconds }) => {
    const checkout = process.env['BENCH_BEFORE']
    const series = [
      ...(await stepSeries(order, { rounds, seconds }, checkout)),
      ...(await restSeries(rounds, checkout)),
    ]
    return { series, verdicts: [], text: goalTable(series) }
  },
}

const benches: Bench[] = [
  goalsBench,
  gate,
  cost,
  plantedBench,
  soak,
  hotAccounts,
  bundle,
  forgedKeys,
  keyTiming,
  start,
  memory,
  walletStamps,
  walletSessions,
  entitiesBench,
  overload,
  transferList,
  screeningBench,
  searchBench,
  webhookDeliveries,
  webhookLag,
  page,
  drawings,
  signerBench,
  statementImport,
  joining,
  policyBench,
  processes,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const chosen = benches.filter(
  ({ name }) => positionals.includes(name) || positionals.includes('all'),
)
if (chosen.length === 0) {
  console.log('Benches (npm run bench -- <name> …, or all):')
  for (const { name, what } of benches) console.log(`  ${name.padEnd(18)} ${what}`)
  process.exit(positionals.length === 0 ? 0 : 2)
}

const facts = machineFacts()
console.log(JSON.stringify(facts))
const results = []
for (const { name, what, run, rounds = 3, seconds = 4 } of chosen) {
  console.log(`\n${name}: ${what}`)
  const outcome = await run({
    rounds: Number(values.rounds ?? rounds),
    seconds: Number(values.seconds ?? seconds),
    isKept: values.keep,
  })
  console.log(outcome.text ?? tableOf(outcome.series))
  if (outcome.verdicts.length > 0) console.log(verdictsOf(outcome.verdicts))
  if (outcome.isFailed) process.exitCode = 1
  results.push({ name, ...outcome })
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ facts, results }, null, 2)}\n`)
