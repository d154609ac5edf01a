import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !path.startsWith('testing'))

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('nothing in the package needs Node, so all of it runs in a page', () => {
  const found = sources.filter((path) => /from 'node:|\bBuffer\b|\bprocess\./.test(read(path)))
  expect(found).toEqual([])
})

test('the entries take nothing from the vector runner', () => {
  for (const entry of ['index.ts', 'browser.ts', 'evm/index.ts', 'audit/index.ts']) {
    expect(read(entry)).not.toContain('vector')
  }
})
