// `npm run bench -- [name …] [--rounds=3] [--seconds=4] [--json=file] [--keep]`
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Bench } from './measure/bench.ts'
import { bundle } from './benches/bundle.ts'
import { cost } from './benches/cost.ts'
import { forgedKeys } from './benches/forged-keys.ts'
import { gate } from './benches/gate.ts'
import { goalsBench } from './benches/goals.ts'
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
import { searchBench } from './benches/search.ts'
import { signerBench } from './benches/signer.ts'
import { soak } from './benches/soak.ts'
import { start } from './benches/start.ts'
import { statementImport } from './benches/statement-import.ts'
import { transferList } from './benches/transfer-list.ts'
import { walletSessions } from './benches/wallet-sessions.ts'
import { walletStamps } from './benches/wallet-stamps.ts'
import { webhookDeliveries } from './benches/webhook-deliveries.ts'
import { webhookLag } from './benches/webhook-lag.ts'
import { machineFacts } from './measure/facts.ts'
import { tableOf, verdictsOf } from './measure/measure.ts'

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
  searchBench,
  webhookDeliveries,
  webhookLag,
  page,
  drawings,
  signerBench,
  statementImport,
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
