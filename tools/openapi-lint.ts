// The OpenAPI document by the linter's recommended rules and those below: any warning fails. Reads
// files alone: the library sends nothing and follows no address. `node tools/openapi-lint.ts [file]`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BaseResolver,
  createConfig,
  lintFromString,
  type RawUniversalConfig,
} from '@redocly/openapi-core'
import { root } from './stamp.mjs'

const rules: RawUniversalConfig = {
  extends: ['recommended-strict'],
  rules: {
    // What a reader of the reference page misses first.
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'tag-description': 'error',
    'parameter-description': 'error',
    'info-contact': 'error',
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // The committed document is that of a local instance; a running one writes its own address.
    'no-server-example.com': 'off',
    // The paths are the specification's: `entity/{entityId}` beside `entity/create`; the mount takes
    // the one without a parameter first.
    'no-ambiguous-paths': 'off',
  },
}

const file = process.argv[2] ?? join(root, 'docs/openapi.json')
const problems = await lintFromString({
  source: readFileSync(file, 'utf8'),
  absoluteRef: file,
  config: await createConfig(rules),
  externalRefResolver: new BaseResolver(),
})
for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
if (problems.length > 0) process.exitCode = 1
