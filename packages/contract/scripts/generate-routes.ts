import { readFileSync, writeFileSync } from 'node:fs'
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
function moduleOf([module, endpoints]: [string, Record<string, Endpoint>]): string {
  const rows = Object.entries(endpoints).map(
    ([name, { method, path, stepUp }]) =>
      `  ${name}: { method: '${method}', path: '${path}'${
        stepUp === undefined ? '' : `, stepUp: ${literalOf(stepUp)}`
      } },`,
  )
  const type = `{ [E in keyof Operations['${module}']]: Route }`
  return `export const ${module} = {\n${rows.join('\n')}\n} as const satisfies ${type}\n`
}

const { sandbox, ...service } = operations
const modules = Object.entries<Record<string, Endpoint>>(service)
const head = `// Written by npm run routes from src/operations.ts; do not edit.
`

// Those of a sandbox are apart: pages that have nothing of it carry none of its routes.
const files = {
  'service-routes.generated.ts': `${head}import type { StepUp } from './base/step-up.ts'
import type { Operations } from './operations.ts'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  stepUp?: StepUp
}

${modules.map(moduleOf).join('\n')}`,
  'sandbox-routes.generated.ts': `${head}import type { Operations } from './operations.ts'
import type { Route } from './service-routes.generated.ts'

${moduleOf(['sandbox', sandbox])}`,
  'routes.generated.ts': `${head}import { sandbox } from './sandbox-routes.generated.ts'
import * as service from './service-routes.generated.ts'

export type { Route } from './service-routes.generated.ts'

export const routes = { ...service, sandbox }
`,
}

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`../src/${name}`, import.meta.url)
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`src/${name} is stale: npm run routes\n`)
    process.exit(1)
  }
}
