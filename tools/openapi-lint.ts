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
const source = readFileSync(file, 'utf8')
const problems = await lintFromString({
  source,
  absoluteRef: file,
  config: await createConfig(rules),
  externalRefResolver: new BaseResolver(),
})
for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)

const undescribed = placesWithout(JSON.parse(source) as unknown, '')
/** So many are left to be described: a new one fails, and whoever describes some lowers the number. */
const undescribedMax = 4_075
if (undescribed.length > undescribedMax) {
  for (const place of undescribed)
    console.error(`property-description: nothing says what it is (${place})`)
  console.error(`${undescribed.length} members without a description, ${undescribedMax} allowed`)
}
if (problems.length > 0 || undescribed.length > undescribedMax) process.exitCode = 1

/** Members and parameters, by their place in the document, that have no description of their own. */
function placesWithout(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties, type } = value as { properties?: Record<string, object>; type?: unknown }
  const members = type !== undefined && properties ? Object.entries(properties) : []
  const bare = members.filter(([, member]) => !('description' in member))
  return [
    ...bare.map(([name]) => `${place}/properties/${name}`),
    ...Object.entries(value).flatMap(([name, inner]) => placesWithout(inner, `${place}/${name}`)),
  ]
}
