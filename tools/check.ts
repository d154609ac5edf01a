// Every check that reads the source without running it. `npm run check [-- name …]` runs all or some.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import type { Tally } from './flaky.ts'
import { type Ran, runTool } from './process.ts'
import { filesUnder, root } from './stamp.mjs'
import { vitest } from './vitest.ts'

/** Two checks run side by side; threads of one share less of their work than they do twice. */
const oneThread = { GOMAXPROCS: '1' }
/** Collecting its garbage less often spares the lint a seventh of its time, and takes a gigabyte more. */
const roomy = { GOGC: '400', GOMEMLIMIT: '3GiB' }

/** The longest come first: begun last, one of them would be waited for alone. */
const checks: Record<string, () => Promise<Ran>> = {
  'bundle budgets': async () => {
    await ensureBuilt(['web'])
    return runTool('budgets', [], { quiet: true, cwd: join(root, 'apps/web') })
  },
  lint: () => runTool('oxlint', [], { quiet: true, env: { ...oneThread, ...roomy } }),
  ...Object.fromEntries(projects().map((project) => [`types ${project}`, () => types(project)])),
  format: () => runTool('oxfmt', ['--check', '.'], { quiet: true }),
  boundaries: () =>
    runTool('depcruise', ['--config', '--', 'apps', 'packages', 'e2e', 'bench', 'tools'], {
      quiet: true,
    }),
  'generated routes': () => runTool('routes', ['--check'], { quiet: true }),
  'generated types': () => runTool('dbTypes', ['--check'], { quiet: true }),
  'generated document': () => runTool('openapi', ['--check'], { quiet: true }),
  'document quality': () => runTool('openapiLint', [], { quiet: true }),
  'dead weight': () => runTool('knip', ['--no-progress'], { quiet: true }),
}

/**
 * Every tsconfig is a project of its own: what it sees is what its package.json names. A package
 * without sources yet has nothing to check, which the compiler would call an error. What is built
 * for partners is compiled by the test that packs it (packages/client/test).
 */
function projects(): string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name))
  const written = [...below('packages'), ...below('apps')].filter(
    (folder) => filesUnder([join(folder, 'src')]).length > 0,
  )
  return [...written, 'e2e', 'bench', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^tsconfig(\.(?!build).+)?\.json$/.test(name))
      .map((name) => join(folder, name)),
  )
}

function types(project: string): Promise<Ran> {
  return runTool('tsc', ['--noEmit', '--singleThreaded', '-p', project], { quiet: true })
}

const failed = (error: unknown): Ran => ({ ok: false, output: String(error), seconds: 0 })

/** Run the checks whose name starts with a filter (all without filters) and print a line each. Most keep one core busy. */
export async function runChecks(filters: string[] = [], atOnce = 2): Promise<Tally> {
  const tally: Tally = { part: 'checks', passed: 0, failed: 0, failures: [], files: [] }
  const waiting = Object.entries(checks).filter(
    ([name]) => filters.length === 0 || filters.some((filter) => name.startsWith(filter)),
  )
  await Promise.all(Array.from({ length: atOnce }, runWaiting))
  return tally

  async function runWaiting(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next
      const { ok, output, seconds } = await check().catch(failed)
      tally[ok ? 'passed' : 'failed'] += 1
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
      if (!ok) console.log(output.replaceAll(/^/gm, '     '))
    }
  }
}

if (import.meta.main) {
  const filters = process.argv.slice(2)
  const tallies = [await runChecks(filters)]
  if (filters.length === 0) tallies.push(await vitest('tidy', ['--project', '@corridor/tools']))
  process.exitCode = tallies.some((tally) => tally.failed > 0) ? 1 : 0
}
