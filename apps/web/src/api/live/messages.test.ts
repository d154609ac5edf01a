import { expect, test, vi } from 'vitest'
import { batchRoots, parseMessage, rootsOf } from './messages.ts'

test('a message names its kind, record and version', () => {
  expect(parseMessage('{"kind":"transfer","id":"cexec-1","version":3}')).toEqual({
    kind: 'transfer',
    id: 'cexec-1',
    version: 3,
  })
})

test.each(['', 'null', '[]', '{"kind":1}', '{"id":"x"}', 'not json'])(
  '%j is no message and harms nobody',
  (text) => {
    expect(parseMessage(text)).toBeUndefined()
  },
)

test('a kind nobody knows still refreshes the event history', () => {
  expect(rootsOf('something_new')).toEqual(['webhooks'])
})

test.each(['reserve', 'liquidity_transaction', 'replenishment', 'fulfilment', 'liquidity_payment'])(
  'a change of a %s refreshes the credit line',
  (kind) => {
    expect(rootsOf(kind)).toContain('liquidity')
  },
)

test('a burst is one refetch per module, 250 ms after its first message', () => {
  vi.useFakeTimers()
  const flushed: string[][] = []
  const add = batchRoots((roots) => flushed.push([...roots]))
  for (let index = 0; index < 200; index += 1) {
    add({ kind: 'transfer', id: `cexec-${index}`, version: 1 })
  }
  add({ kind: 'entity', id: 'ent_1', version: 1 })
  vi.advanceTimersByTime(249)
  expect(flushed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(flushed).toEqual([['transfers', 'wallets', 'approvals', 'webhooks', 'entities']])
  vi.advanceTimersByTime(1000)
  expect(flushed).toHaveLength(1)
  vi.useRealTimers()
})
