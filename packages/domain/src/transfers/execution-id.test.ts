import { expect, test } from 'vitest'
import { executionId, parseExecutionId } from './execution-id.ts'

const id = '0197c7a2-6d00-7abc-8def-0123456789ab'

test.each([
  ['wallet', /^cexec-/],
  ['ordinary', /^exec_/],
])('a transfer of kind %s is found again by its execution id', (kind, form) => {
  const text = executionId({ kind, id })
  expect(text).toMatch(form)
  expect(parseExecutionId(text)).toEqual({ kind, id })
})

test('an id of another record, or with the other separator, is no execution id', () => {
  const ordinary = executionId({ kind: 'ordinary', id })
  for (const text of ['', id, ordinary.replace('exec', 'ent'), ordinary.replace('_', '-')])
    expect(parseExecutionId(text)).toBeUndefined()
})
