import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

test('a text that an operation takes fits the pattern that the document gives', () => {
  const { components } = openApiDocument('http://localhost:8787')
  const { transactionId } = components?.schemas?.['Simulate']?.properties ?? {}
  const pattern = new RegExp((transactionId as { pattern?: string }).pattern ?? 'none', 'u')
  expect(pattern.test('Miete für März 😀')).toBe(true)
  expect(pattern.test('a\u0000b')).toBe(false)
})
