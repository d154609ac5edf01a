import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Failure, Tally } from './flaky.ts'
import { type RunOptions, runTool } from './process.ts'
import { root } from './stamp.mjs'
import { type FileReport, type Report, reportFileName } from './vitest-report.ts'

/**
 * Files share workers, since starting one and loading what it tests takes longer than most files.
 * Many of them wait for other processes, so there is one more than the two cores we count on.
 */
const sharing = ['--no-isolate', '--maxWorkers=3']

/** Only a failure takes so long; on a busy machine anything else may take many times its own time. */
const patience = ['--testTimeout=60000', '--hookTimeout=60000']

/** What a test prints is of use when it fails. */
const quiet = ['--silent=passed-only']

/** Run vitest over the workspace's projects; the arguments choose which. */
export async function vitest(
  part: string,
  args: string[],
  options: RunOptions = {},
): Promise<Tally> {
  const { ok, report } = await runVitest([...sharing, '--passWithNoTests', ...args], options)
  const alone = (filters: string[]) => runVitest(['--maxWorkers=1', ...args, ...filters], options)
  return tallyOf(part, { ok, report }, alone)
}

type Outcome = { ok: boolean; report: Report }
type RunAlone = (filters: string[]) => Promise<Outcome>

async function runVitest(args: string[], options: RunOptions): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-vitest-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/vitest-report.ts')}`]
  try {
    const { ok } = await runTool('vitest', ['run', ...patience, ...quiet, ...reporters, ...args], {
      ...options,
      env: { [reportFileName]: file },
    })
    return { ok, report: readReport(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Report {
  try {
    // We have written it ourselves.
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { files: [], errors: [] }
  }
}

/** Errors outside any file that failed, and a run that ends badly without a failure, are one more. */
export function tallyOf(part: string, { ok, report }: Outcome, alone: RunAlone): Tally {
  const failures = report.files.flatMap((file) => failuresIn(file, alone))
  const failed = failures.reduce((sum, failure) => sum + failure.failed, 0)
  const unnamed = report.errors.length > 0 || (!ok && failed === 0) ? 1 : 0
  const passed = report.files.reduce((sum, file) => sum + file.passed, 0)
  return { part, passed, failed: failed + unnamed, failures, files: report.files }
}

function failuresIn({ file, passed, failed, broken }: FileReport, alone: RunAlone): Failure[] {
  const again = async (...filters: string[]) =>
    tallyOf(file, await alone([join(root, file), ...filters]), alone)
  if (broken) {
    return [{ name: file, passed, failed: Math.max(failed.length, 1), again: () => again() }]
  }
  return failed.map((name) => ({
    name: `${file} > ${name}`,
    passed: 0,
    failed: 1,
    again: () => again(`--testNamePattern=^${RegExp.escape(name)}$`),
  }))
}
