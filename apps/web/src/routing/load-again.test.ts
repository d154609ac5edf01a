import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAgain } from './load-again.ts'

const failed = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
let isUp = false

beforeEach(() => {
  isUp = false
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => (isUp ? Promise.resolve({ ok: true }) : Promise.reject(failed)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('code that did not arrive is asked for again once the network is back', async () => {
  const load = vi.fn(() => (isUp ? Promise.resolve('page') : Promise.reject(failed)))
  const loaded = vi.fn()
  void loadAgain(load).then(loaded)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(load).toHaveBeenCalledTimes(1)
  isUp = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(loaded).toHaveBeenCalledExactlyOnceWith('page')
})

test('code that is not there although the service answers was replaced, and fails', async () => {
  isUp = true
  const load = vi.fn(() => Promise.reject(failed))
  await expect(loadAgain(load)).rejects.toBe(failed)
  expect(load).toHaveBeenCalledTimes(2)
})

test('code that throws while it runs fails at once', async () => {
  const load = vi.fn(() => Promise.reject(new RangeError('too deep')))
  await expect(loadAgain(load)).rejects.toThrow('too deep')
  expect(load).toHaveBeenCalledTimes(1)
})
