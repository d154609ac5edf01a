// `npm run openapi` writes docs/openapi.json, which is committed so that a change of the contract
// shows in review; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '../apps/bff/src/api/openapi/document.ts'
import { root } from './stamp.mjs'

const file = join(root, 'docs/openapi.json')
const text = `${JSON.stringify(openApiDocument('http://localhost:8787'), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json does not fit the contract: npm run openapi')
  process.exitCode = 1
}
