import { writeFileSync } from 'node:fs'
import type { Endpoint } from '../src/base/endpoint.ts'
import type { StepUp } from '../src/base/step-up.ts'
import { operations } from '../src/operations.ts'

function literalOf(stepUp: StepUp): string {
  if (stepUp === true) return 'true'
  const { unless } = stepUp
  const test = 'is' in unless ? `is: ${unless.is}` : `startsWith: '${unless.startsWith}'`
  return `{ unless: { member: '${unless.member}', ${test} } }`
}

// The browser needs method and path of each operation, and what it has to confirm by passkey, and
// must not carry zod for it.
const lines = Object.entries<Record<string, Endpoint>>(operations).map(([module, endpoints]) => {
  const rows = Object.entries(endpoints).map(
    ([name, { method, path, stepUp }]) =>
      `    ${name}: { method: '${method}', path: '${path}'${
        stepUp === undefined ? '' : `, stepUp: ${literalOf(stepUp)}`
      } },`,
  )
  return `  ${module}: {\n${rows.join('\n')}\n  },`
})
export const generated = `// Written by npm run routes from src/operations.ts; do not edit.
import type { StepUp } from './base/step-up.ts'
import type { Operations } from './operations.ts'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  stepUp?: StepUp
}

export const routes = {
${lines.join('\n')}
} as const satisfies { [M in keyof Operations]: { [E in keyof Operations[M]]: Route } }
`
const target = new URL('../src/routes.generated.ts', import.meta.url)
if (process.argv.includes('--check')) {
  const { readFileSync } = await import('node:fs')
  if (readFileSync(target, 'utf8') !== generated) {
    process.stderr.write('src/routes.generated.ts is stale: npm run routes\n')
    process.exit(1)
  }
} else {
  writeFileSync(target, generated)
}
