import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepStreamOpen, silentMs } from './stream.ts'

/** As much of the browser's own as the stream uses. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 0
  constructor() {
    super()
    FakeSource.all.push(this)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  say(name: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
}

const seen = { messages: 0, opened: [] as boolean[], failures: [] as number[] }
const ended = { controller: new AbortController() }
const newest = () => FakeSource.all.at(-1) ?? new FakeSource()

function start() {
  return keepStreamOpen(
    '/bff/events',
    {
      onMessage: () => {
        seen.messages += 1
      },
      onOpen: (afterGap) => seen.opened.push(afterGap),
      onFailure: (failures) => seen.failures.push(failures),
    },
    ended.controller.signal,
  )
}

beforeEach(() => {
  FakeSource.all = []
  Object.assign(seen, { messages: 0, opened: [], failures: [] })
  ended.controller = new AbortController()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
})
afterEach(() => {
  ended.controller.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that says nothing for too long has broken off, and is opened again with a gap', () => {
  start()
  newest().say('open')
  vi.advanceTimersByTime(silentMs - 1)
  expect(seen.failures).toEqual([])
  vi.advanceTimersByTime(1)
  expect([seen.failures, FakeSource.all.length]).toEqual([[1], 2])
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED)
  newest().say('open')
  expect(seen.opened).toEqual([false, true])
})

test('a beat is enough for a stream without events', () => {
  start()
  newest().say('open')
  for (let n = 0; n < 10; n += 1) {
    vi.advanceTimersByTime(silentMs - 1)
    newest().say('beat', '1')
  }
  expect(seen.failures).toEqual([])
})

test('when the network comes back the stream is opened at once, not after its wait', () => {
  const { reopen } = start()
  newest().close()
  newest().say('error')
  expect(FakeSource.all).toHaveLength(1)
  reopen()
  expect(FakeSource.all).toHaveLength(2)
  vi.advanceTimersByTime(silentMs - 1)
  expect(FakeSource.all).toHaveLength(2)
})

test('what an old stream still says is nothing to the new one', () => {
  const { reopen } = start()
  const [old] = FakeSource.all
  reopen()
  old?.say('message', '{"kind":"transfer","id":"exec_1","version":1}')
  old?.say('error')
  expect([seen.messages, seen.failures]).toEqual([0, [1]])
})

test('nothing is opened once it has ended', () => {
  const { reopen } = start()
  ended.controller.abort()
  reopen()
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.all).toHaveLength(1)
})
