import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './process.ts'

/** How many of a part's checks or tests passed. Tests that do not fit this machine or user are not counted. */
export type Tally = { part: string; passed: number; failed: number }

type Report = { numPassedTests: number; numFailedTests: number }

/**
 * Files share workers, since starting one and loading what it tests takes longer than most files.
 * Many of them wait for other processes, so there is one more than the two cores we count on.
 */
const sharing = ['--no-isolate', '--maxWorkers=3']

/** Only a failure takes so long; on a busy machine anything else may take many times its own time. */
const patience = ['--testTimeout=60000', '--hookTimeout=60000']

/** Run vitest over the workspace's projects; the arguments choose which. */
export async function vitest(part: string, args: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-vitest-'))
  const file = join(folder, 'report.json')
  try {
    const { ok } = await runTool('vitest', [
      'run',
      '--passWithNoTests',
      ...sharing,
      ...patience,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ])
    return tallyOf(part, ok, readReport(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Report {
  try {
    // The shape is vitest's own; only the counts are read.
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 }
  }
}

/** A run that ends badly without a failed test (a file that does not load, a leaked error) is one failure. */
export function tallyOf(part: string, ok: boolean, report: Report): Tally {
  const failed = report.numFailedTests
  return { part, passed: report.numPassedTests, failed: ok ? failed : Math.max(failed, 1) }
}
