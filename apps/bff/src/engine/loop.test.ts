import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startLoop } from './loop.ts'

test('a pass that is due soon is not put off by the end of a rest', async () => {
  let passes = 0
  const loop = startLoop({
    name: 'test',
    everyMs: 3_600_000,
    log: pino({ level: 'silent' }),
    run: async () => {
      passes += 1
      return passes === 1 ? { againInMs: 20 } : undefined
    },
  })
  await expect.poll(() => passes, { interval: 1 }).toBe(1)
  loop.rouse()
  await expect.poll(() => passes).toBe(2)
  await loop.stop()
})
