#!/usr/bin/env node
// The one entry of every npm script. It runs on whatever Node the machine has (20 or later),
// installs what is missing and then hands over to the Node that the repository pins.
import { ensureBuilt, programs } from './build.mjs'
import { handOver } from './child.mjs'
import { ensureInstalled } from './install.mjs'

/** @type {Record<string, { script: string, builds?: string[], ownGroup?: boolean, isTestRun?: boolean }>} */
const commands = {
  start: { script: programs.main, builds: ['server', 'web'], ownGroup: true },
  admin: { script: programs.admin, builds: ['server'] },
  dev: { script: 'tools/dev.ts', builds: ['web'] },
  test: { script: 'tools/test.ts', isTestRun: true },
  check: { script: 'tools/check.ts' },
  format: { script: 'node_modules/oxfmt/bin/oxfmt' },
  e2e: { script: 'tools/e2e.ts', builds: ['server', 'web'], isTestRun: true },
  openapi: { script: 'tools/openapi.ts' },
  routes: { script: 'packages/contract/scripts/generate-routes.ts' },
  'db-types': { script: 'apps/bff/src/db/generate-types.ts' },
  messages: { script: 'tools/messages.ts' },
  bench: { script: 'bench/src/main.ts', builds: ['server', 'web'] },
}

// `--` is npm's own separator; whoever calls this file directly may write it too.
const [name = '', ...args] = process.argv.slice(2).filter((argument) => argument !== '--')
const command = commands[name]
if (command) {
  try {
    await ensureInstalled()
    await ensureBuilt(command.builds ?? [])
    process.exitCode = await handOver([command.script, ...args], command)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (name === 'test') process.stdout.write('0 passed, 1 failed\n')
    process.exitCode = 1
  }
} else {
  process.stderr.write(`Usage: node tools/run.mjs ${Object.keys(commands).join('|')}\n`)
  process.exitCode = 2
}
