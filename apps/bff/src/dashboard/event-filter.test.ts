import type { Scope } from '@corridor/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventFilter } from './event-filter.ts'

const all = new Set<Scope>(['transfers:read', 'wallets:read', 'webhooks:read'])
const message = (id: number, kind: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ kind, id: `x_${id}`, version: 1 })}\n\n`

test('what the role may receive passes unchanged, comments and retry included', () => {
  const text = `:\n\n${message(1, 'transfer')}retry: 1000\n\n${message(2, 'wallet')}`
  expect(createEventFilter(all)(text)).toBe(text)
})

test('of what the role may not receive only the number is left', () => {
  const filter = createEventFilter(new Set<Scope>(['wallets:read']))
  const text = message(1, 'transfer') + message(2, 'wallet') + message(3, 'news')
  expect(filter(text)).toBe(`id: 1\n\n${message(2, 'wallet')}id: 3\n\n`)
})

test('exports and the payments account reach those who may read them', () => {
  const text = message(1, 'export') + message(2, 'payments_account')
  expect(createEventFilter(new Set<Scope>(['transfers:read', 'partners:read']))(text)).toBe(text)
})

test('kinds that are not known need the right to read all events', () => {
  const text = message(1, 'something_new')
  expect(createEventFilter(all)(text)).toBe(text)
  expect(createEventFilter(new Set<Scope>(['transfers:read']))(text)).toBe('id: 1\n\n')
})

test('data that cannot be read is not passed to those who may not read everything', () => {
  expect(createEventFilter(new Set<Scope>())('data: nonsense\n\n')).toBe('')
  expect(createEventFilter(new Set<Scope>())('data: {"kind":7}\n\n')).toBe('')
})

test('pieces may be cut anywhere', () => {
  const text = `:\n\n${message(1, 'transfer')}${message(2, 'entity')}${message(3, 'wallet')}`
  const whole = createEventFilter(all)(text)
  const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 })
  fc.assert(
    fc.property(cuts, (at) => {
      const filter = createEventFilter(all)
      const edges = [0, ...at.toSorted((a, b) => a - b), text.length]
      const pieces = edges.slice(1).map((end, i) => filter(text.slice(edges[i], end)))
      expect(pieces.join('')).toBe(whole)
    }),
  )
})

test('an event without an end is not collected for ever', () => {
  const filter = createEventFilter(all)
  expect(() => {
    for (let n = 0; n < 100; n += 1) filter(`data: ${'x'.repeat(1000)}`)
  }).toThrow('no end')
})
