import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContracts } from '../../scripts/compile.ts'

test.each([...compileContracts()])(
  'the artifact %s is what its contract compiles to',
  (file, text) => {
    expect(readFileSync(new URL(`artifacts/${file}`, import.meta.url), 'utf8')).toBe(text)
  },
)
