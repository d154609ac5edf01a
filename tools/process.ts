import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './stamp.mjs'

export type Ran = { ok: boolean; output: string; seconds: number }

export type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean }

// A tool sees a pipe and cannot know whether a person reads at our end of it.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/**
 * Run a program to its end. With `quiet` its output is collected and only returned, so that a
 * passing check is one line; otherwise it also shows while it runs. What is returned is plain text:
 * some tools colour their output on a CI machine whatever `NO_COLOR` says.
 */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...colours, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    pass(child)
    let output = ''
    const take = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!options.quiet) to.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        ok: code === 0,
        output: stripVTControlCharacters(output),
        seconds: (performance.now() - started) / 1000,
      }),
    )
  })
}

/** Whoever ends us ends the tool too: a test run left behind would hold databases and ports. */
function pass(child: ChildProcess): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const handlers = signals.map((signal) => {
    const end = (): void => {
      child.kill(signal)
      // What it has started may hold its output.
      child.once('exit', () => process.exit(1))
    }
    process.once(signal, end)
    return [signal, end] as const
  })
  child.once('close', () => {
    for (const [signal, end] of handlers) process.off(signal, end)
  })
}

const scripts = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  routes: 'packages/contract/scripts/generate-routes.ts',
  dbTypes: 'apps/bff/src/db/generate-types.ts',
  openapi: 'tools/openapi.ts',
  openapiLint: 'tools/openapi-lint.ts',
  budgets: 'apps/web/node_modules/size-limit/bin.js',
  playwright: 'e2e/node_modules/@playwright/test/cli.js',
}

export type Tool = keyof typeof scripts

/** A tool of the workspace: its script run on this very Node, so that no shell wrapper is needed. */
export function runTool(tool: Tool, args: string[], options: RunOptions = {}): Promise<Ran> {
  return run(process.execPath, [join(root, scripts[tool]), ...args], options)
}
