import { expect, test } from 'vitest'
import { waitFor } from '../index.ts'

test('it reads until the answer is right, gives that one, and ends where it stays wrong', async () => {
  let read = 0
  const next = () => Promise.resolve((read += 1))
  expect(await waitFor(next, (value) => value === 3, { pollMs: 1 })).toBe(3)
  await expect(
    waitFor(next, () => false, { pollMs: 1, timeoutMs: 5, what: 'the moon' }),
  ).rejects.toThrow('Waited 5 ms for the moon, in vain.')
  const stop = new AbortController()
  stop.abort()
  await expect(waitFor(next, () => false, { signal: stop.signal })).rejects.toThrow('abort')
})
