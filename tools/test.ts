// `npm test`: checks, unit tests, module tests, journeys. Goes through all parts even when one
// fails, runs each test that failed once more, and ends with the line `N passed, N failed`.
import { runChecks } from './check.ts'
import { playwright } from './e2e.ts'
import { countFlaky, rerunFailed, type Tally } from './flaky.ts'
import { scratchInMemory } from './scratch.ts'
import { vitest } from './vitest.ts'

scratchInMemory()

const parts: (() => Promise<Tally>)[] = [
  () => runChecks(),
  () => vitest('unit', ['--project', '!@corridor/bff']),
  () => vitest('modules', ['--project', '@corridor/bff']),
  () => playwright(),
]

const first: Tally[] = []
for (const part of parts) {
  const tally = await part().catch((error: unknown): Tally => {
    console.error(error)
    return { part: 'not run', passed: 0, failed: 1, failures: [] }
  })
  first.push(tally)
}
const { tallies, flaky } = await rerunFailed(first)

console.log()
for (const { part, passed, failed, failures } of tallies) {
  console.log(`${part}: ${passed} passed, ${failed} failed`)
  for (const { name } of failures) console.log(`failed: ${part} ${name}`)
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
