import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runAdmin, type Sandbox } from '../../tools/stack.ts'

export { type Sandbox } from '../../tools/stack.ts'

/** Address of the stack that all journeys of this worker share (see global-setup.ts). */
export function sharedBaseUrl(): string {
  return setting('E2E_BASE_URL')
}

/** Folder of everything that the shared stack keeps. */
export function sharedDataDir(): string {
  return setting('E2E_DATA_DIR')
}

/** Partners, tokens, enrolment links and chains of the shared stack. */
export function sharedSandbox(): Sandbox {
  return JSON.parse(readFileSync(join(sharedDataDir(), 'sandbox.json'), 'utf8')) as Sandbox
}

/** A command of the admin line for the shared stack, as its parsed JSON. */
export function sharedAdmin(args: string[]): Promise<unknown> {
  const { port } = new URL(sharedBaseUrl())
  return runAdmin({ DATA_DIR: sharedDataDir(), PORT: port }, args)
}

/** Changes rows as a superuser of the shared stack's database; gives their number. */
export function asSuperuser(statement: string): number {
  const program = fileURLToPath(
    new URL('../../apps/bff/test/support/process/superuser.ts', import.meta.url),
  )
  return Number(execFileSync(process.execPath, [program, sharedDataDir(), statement]).toString())
}

/** The value is a list with an entry for each worker, or one for all. */
function setting(name: string): string {
  const values = process.env[name]?.split(' ') ?? []
  const value = values[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % values.length]
  if (!value) throw new Error(`${name} is not set: run the journeys with \`npm run e2e\``)
  return value
}
