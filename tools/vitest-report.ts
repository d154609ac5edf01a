// Writes what a run of vitest came to. Vitest's own JSON report names neither the hooks that failed
// nor the errors that no test caught.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from './stamp.mjs'

export type FileReport = {
  /** Relative to the repository. */
  file: string
  passed: number
  /** Full names of the tests that failed. */
  failed: string[]
  seconds: number
  /** It did not load, a hook failed, or its worker ended: not all that is wrong has a test's name. */
  broken: boolean
}

/** `errors` are those outside any file that failed; nothing can be run again for them. */
export type Report = { files: FileReport[]; errors: string[] }

/** Names the file to write; a reporter gets no options from the command line. */
export const reportFileName = 'CORRIDOR_VITEST_REPORT'

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter by its default export
export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[reportFileName]
    if (file) writeFileSync(file, JSON.stringify(reportOf(modules, errors)))
  }
}

function reportOf(modules: readonly TestModule[], errors: readonly SerializedError[]): Report {
  const reports = modules.map((module): [id: string, FileReport] => {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    const report = {
      file: relative(root, module.moduleId),
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.map(({ fullName }) => fullName),
      seconds: secondsOf(module),
      broken: isBroken(module),
    }
    return [module.moduleId, report]
  })
  const failedFiles = new Map(
    reports.filter(([, { failed, broken }]) => broken || failed.length > 0),
  )

  const stray: string[] = []
  for (const error of errors) {
    // Whoever fails may leave a promise behind: it is judged with the rest of its file.
    const culprit = failedFiles.get(String(error['VITEST_TEST_PATH']))
    if (culprit) culprit.broken = true
    else stray.push(error.message)
  }
  return { files: reports.map(([, report]) => report), errors: stray }
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
  return (duration + collectDuration + setupDuration + prepareDuration) / 1_000
}

function isBroken(module: TestModule): boolean {
  const hasEnded = ['passed', 'failed', 'skipped'].includes(module.state())
  const suites = [module, ...module.children.allSuites()]
  return !hasEnded || suites.some((suite) => suite.errors().length > 0)
}
