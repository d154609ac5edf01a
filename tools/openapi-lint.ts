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

const unclear = unclearPlaces(JSON.parse(source) as unknown, '')
for (const place of unclear)
  console.error(`member-description: no sentence says what it means (${place})`)
if (problems.length > 0 || unclear.length > 0) process.exitCode = 1

type Described = { name?: unknown; in?: unknown; description?: unknown; properties?: object }

/** Members and parameters, by their place in the document, without a sentence about what they mean. */
function unclearPlaces(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, in: where, description, properties, ...rest } = value as Described
  const isParameter = typeof name === 'string' && typeof where === 'string'
  const isSchema = 'type' in rest && typeof properties === 'object'
  const members = isSchema ? Object.entries(properties as Record<string, Described>) : []
  return [
    ...(isParameter && !explains(name, description) ? [place] : []),
    ...members
      .filter(([member, schema]) => !explains(member, schema.description))
      .map(([member]) => `${place}/properties/${member}`),
    ...Object.entries(value).flatMap(([key, inner]) => unclearPlaces(inner, `${place}/${key}`)),
  ]
}

/** At least three words, and another text than the name itself. */
function explains(name: string, description: unknown): boolean {
  const terms = typeof description === 'string' ? description.split(/\s+/).filter(Boolean) : []
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return terms.length >= 3 && letters(terms.join('')) !== letters(name)
}
