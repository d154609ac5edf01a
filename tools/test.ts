// `npm test`: checks, unit tests, module tests, journeys. Goes through all parts even when one
// fails, and ends with the line `N passed, N failed`.
import { runChecks } from './check.ts'
import { playwright } from './e2e.ts'
import { type Tally, vitest } from './vitest.ts'

const parts: (() => Promise<Tally>)[] = [
  () => runChecks(),
  () => vitest('unit', ['--project', '!@corridor/bff']),
  () => vitest('modules', ['--project', '@corridor/bff']),
  () => playwright(),
]

const tallies: Tally[] = []
for (const part of parts) {
  const tally = await part().catch((error: unknown): Tally => {
    console.error(error)
    return { part: 'not run', passed: 0, failed: 1 }
  })
  tallies.push(tally)
}

console.log()
for (const { part, passed, failed } of tallies) {
  console.log(`${part}: ${passed} passed, ${failed} failed`)
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
