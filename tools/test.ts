// `npm test`: checks, unit tests, module tests, journeys. Goes through all parts even when one
// fails, runs each test that failed once more, and ends with the line `N passed, N failed`.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.ts'
import { playwright } from './e2e.ts'
import { countFlaky, rerunFailed, type Tally } from './flaky.ts'
import { enterScratch } from './scratch.ts'
import { seededName, seedStack } from './stack.ts'
import { root } from './stamp.mjs'
import { type Kind, kinds, recordDurations, waiting } from './turns.ts'
import { vitest } from './vitest.ts'

enterScratch()
// Random tests begin at another seed in each run; what fails is run again with the same.
const seed = (process.env['FIRST_SEED'] ??= process.env['FULL'] ? '1' : `${randomInt(1_000_000)}`)

const part = (work: () => Promise<Tally>) =>
  work().catch((error: unknown): Tally => {
    console.error(error)
    return { part: 'not run', passed: 0, failed: 1, failures: [], files: [] }
  })

const without = (kind: Kind) => waiting(kind).flatMap((file) => ['--exclude', join(root, file)])

/** Seeding waits more than it works. Where it fails, the journeys try it themselves and say why. */
async function seededDataDir(): Promise<string | undefined> {
  try {
    const { dataDir } = await seedStack()
    return dataDir
  } catch {
    return undefined
  }
}

async function modules(): Promise<Tally> {
  // Before two need it at once.
  await ensureBuilt(['server'])
  seeded = seededDataDir()
  return vitest('modules', ['--project', '@corridor/bff', ...without('modules')])
}

async function journeys(): Promise<Tally> {
  const dataDir = await seeded
  const env = { WAITING: waiting('journeys').join(' '), ...(dataDir && { [seededName]: dataDir }) }
  return playwright([], { env })
}

let seeded: Promise<string | undefined> | undefined
// One after another: beside each other they slow one another down by more than either takes alone.
const first = [
  await part(() => runChecks()),
  await part(() => vitest('unit', ['--project', '!@corridor/bff', ...without('unit')])),
  await part(modules),
  await part(journeys),
]
const { tallies, flaky } = await rerunFailed(first)

console.log('\nThe files that took longest:')
const files = tallies.flatMap((tally) => tally.files)
recordDurations(files)
for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
const others = kinds.flatMap((kind) => waiting(kind)).length
if (others > 0) console.log(`\n${others} files wait for their turn; FULL=1 runs all`)
console.log(`\nRandom tests: FIRST_SEED=${seed}`)
for (const { part: name, passed, failed, failures } of tallies) {
  console.log(`${name}: ${passed} passed, ${failed} failed`)
  for (const failure of failures) console.log(`failed: ${name} ${failure.name}`)
}
for (const name of flaky) console.log(`flaky: ${name}`)
try {
  countFlaky(flaky)
} catch (error) {
  console.error('Not counted in tools/flaky.json:', error)
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
