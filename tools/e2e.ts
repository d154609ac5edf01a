// `npm run e2e [-- playwright arguments]`: the journeys, against the real program in a real browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import type { Failure, Tally } from './flaky.ts'
import { type RunOptions, runTool } from './process.ts'
import { enterScratch } from './scratch.ts'
import { root } from './stamp.mjs'

/** The parts of Playwright's own report that are read. */
type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
  /** Outside any journey: a file that does not load, a setup that fails. */
  errors: unknown[]
}
type Suite = { title: string; suites?: Suite[]; specs: Spec[] }
type Spec = {
  title: string
  file: string
  line: number
  /** Durations in milliseconds. */
  tests: { status: string; results: { duration: number }[] }[]
}

const nothing: Report = {
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
  suites: [],
  errors: [],
}

/** A journey that is skipped counts as failed: it was not run. */
export async function playwright(args: string[] = [], options: RunOptions = {}): Promise<Tally> {
  const browser = await ensureBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-e2e-'))
  const file = join(folder, 'report.json')
  try {
    const { ok } = await runTool('playwright', ['test', '--reporter=list,json', ...args], {
      ...options,
      cwd: join(root, 'e2e'),
      env: { ...options.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })
    return tallyOf(ok, readReport(file), (only) => playwright([...args, ...only], options))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type RunAlone = (only: string[]) => Promise<Tally>

function readReport(file: string): Report {
  try {
    // The shape is Playwright's own.
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return nothing
  }
}

/** Errors outside any journey, and a run that ends badly without a failure, are one more. */
function tallyOf(ok: boolean, { stats, suites, errors }: Report, alone: RunAlone): Tally {
  const { expected, unexpected, flaky, skipped } = stats
  const failed = unexpected + flaky + skipped
  const unnamed = errors.length > 0 || (!ok && failed === 0) ? 1 : 0
  // The outermost suites are the files.
  const failures = suites.flatMap((suite) => failuresIn({ ...suite, title: '' }, alone))
  const files = suites.map((suite) => ({ file: `e2e/${suite.title}`, seconds: secondsOf(suite) }))
  return { part: 'browser', passed: expected, failed: failed + unnamed, failures, files }
}

function secondsOf({ suites = [], specs }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration / 1_000, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own)
}

function failuresIn({ title, suites = [], specs }: Suite, alone: RunAlone): Failure[] {
  const named = <T extends { title: string }>(inner: T): T => ({
    ...inner,
    title: title === '' ? inner.title : `${title} ${inner.title}`,
  })
  return [
    ...suites.flatMap((suite) => failuresIn(named(suite), alone)),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map((spec) => failureOf(named(spec), alone)),
  ]
}

function failureOf({ title, file, line }: Spec, alone: RunAlone): Failure {
  // Journeys made in a loop share their line, and only their titles distinguish them.
  const only = [`${file}:${line}`, `--grep=${RegExp.escape(title)}$`, '--workers=1']
  return {
    name: `e2e/${file} > ${title}`,
    passed: 0,
    failed: 1,
    again: () => alone(only),
  }
}

if (import.meta.main) {
  enterScratch()
  const { failed } = await playwright(process.argv.slice(2))
  process.exitCode = failed > 0 ? 1 : 0
}
