#!/usr/bin/env node
// The one entry of every npm script. It runs on whatever Node the machine has (20 or later),
// installs what is missing and then hands over to the Node that the repository pins.
import { ensureWebBuilt } from './build-web.mjs'
import { handOver } from './child.mjs'
import { ensureInstalled } from './install.mjs'

/** @type {Record<string, { script: string, web?: boolean, ownGroup?: boolean }>} */
const commands = {
  start: { script: 'apps/bff/src/main.ts', web: true, ownGroup: true },
  admin: { script: 'apps/bff/src/admin/main.ts' },
  dev: { script: 'tools/dev.ts', web: true },
  test: { script: 'tools/test.ts', web: true },
  check: { script: 'tools/check.ts', web: true },
  format: { script: 'node_modules/oxfmt/bin/oxfmt' },
  e2e: { script: 'tools/e2e.ts', web: true },
  openapi: { script: 'tools/openapi.ts' },
  bench: { script: 'bench/src/main.ts', web: true },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (command) {
  try {
    await ensureInstalled()
    if (command.web) await ensureWebBuilt()
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
