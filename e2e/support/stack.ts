import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../../tools/stack.ts'

export { type Sandbox, type Stack, startStack } from '../../tools/stack.ts'

/** Address of the stack that all journeys share (see global-setup.ts). */
export function sharedBaseUrl(): string {
  return setting('E2E_BASE_URL')
}

/** Partners, tokens, enrolment links and chains of the shared stack. */
export function sharedSandbox(): Sandbox {
  return JSON.parse(readFileSync(join(setting('E2E_DATA_DIR'), 'sandbox.json'), 'utf8')) as Sandbox
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with \`npm run e2e\``)
  return value
}
