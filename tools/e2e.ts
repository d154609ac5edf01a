// `npm run e2e [-- playwright arguments]`: the journeys, against the real program in a real browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { runTool } from './process.ts'
import { root } from './stamp.mjs'
import type { Tally } from './vitest.ts'

type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** A flaky or skipped journey counts as failed: a customer meets the first try, not the second. */
export async function playwright(args: string[] = []): Promise<Tally> {
  const browser = await ensureBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-e2e-'))
  const file = join(folder, 'report.json')
  try {
    const { ok } = await runTool('playwright', ['test', '--reporter=list,json', ...args], {
      cwd: join(root, 'e2e'),
      env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })
    const { expected, unexpected, flaky, skipped } = readReport(file).stats
    const failed = unexpected + flaky + skipped
    return { part: 'browser', passed: expected, failed: ok ? failed : Math.max(failed, 1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Report {
  try {
    // The shape is Playwright's own; only the counts are read.
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }
  }
}

if (import.meta.main) {
  const { failed } = await playwright(process.argv.slice(2))
  process.exitCode = failed > 0 ? 1 : 0
}
