import { expect, test } from 'vitest'
import { createEventParser } from './server-sent-events.ts'

const parseAll = (pieces: readonly string[]) => {
  const parse = createEventParser()
  return pieces.flatMap((piece) => parse(piece))
}

test.each([
  ['id: 7\ndata: {"a":1}\n\n', [{ id: '7', data: '{"a":1}' }]],
  [':\n\n: beat\n\n', []],
  ['retry: 1500\n\n', [{ retryMs: 1500 }]],
  ['data: one\ndata: two\n\n', [{ data: 'one\ntwo' }]],
  ['data:none\r\n\r\ndata:  two\r\rid\n\n', [{ data: 'none' }, { data: ' two' }, { id: '' }]],
  ['retry: soon\nevent: x\n\n', []],
  ['id: 8\ndata: unfinished\n', []],
])('%j is read as the standard says', (text, events) => {
  expect(parseAll([text])).toEqual(events)
})

const stream = 'id: 1\r\ndata: {"y":":"}\r\n\r\n: beat\n\nretry: 5\rdata\n\rid:2\ndata: z\n\n'

test('events are the same wherever the stream is cut, in two places', () => {
  const whole = parseAll([stream])
  expect(whole).toHaveLength(3)
  for (let first = 0; first <= stream.length; first += 1) {
    for (let second = first; second <= stream.length; second += 1) {
      const pieces = [stream.slice(0, first), stream.slice(first, second), stream.slice(second)]
      expect(parseAll(pieces)).toEqual(whole)
    }
  }
})
