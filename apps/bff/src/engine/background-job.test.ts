import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { processLoop } from './background-job.ts'
import { startLoop } from './loop.ts'
import { inTurns } from './turns.ts'

const log = pino({ level: 'silent' })

describe('work that rests', () => {
  /** Some times of the loop, in which it passes where it does not rest. */
  const someTimes = () => sleep(40)

  /** A loop that passes every few milliseconds, and what it learns of the database. */
  function begin(next?: { againInMs: number } | { restMs: number }, restMs = 3_600_000) {
    const seen = { passes: 0, written: 'a' as string | undefined }
    const wakers: (() => void)[] = []
    const followers: (() => void)[] = []
    const loop = processLoop({
      name: 'test',
      everyMs: 5,
      restMs,
      wakeOn: ['sweep'],
      run: () => {
        seen.passes += 1
        return Promise.resolve(next)
      },
    })
    const wake = {
      on: (_topic: unknown, listener: () => void) => {
        wakers.push(listener)
        return () => undefined
      },
      written: () => seen.written,
      onWritten: (listener: () => void) => {
        followers.push(listener)
        return () => undefined
      },
    }
    const leader = { client: () => undefined, onElected: () => undefined }
    const running = loop.start({ wake, log, leader })
    const write = (text: string | undefined) => {
      seen.written = text
      followers.forEach((follower) => follower())
    }
    return { seen, running, write, wakeUp: () => wakers.forEach((waker) => waker()) }
  }

  test('looks once, and again when anything was written or when it is woken', async () => {
    const { seen, running, write, wakeUp } = begin()
    await someTimes()
    expect(seen.passes).toBe(1)
    write('b')
    await expect.poll(() => seen.passes).toBe(2)
    await someTimes()
    expect(seen.passes).toBe(2)
    wakeUp()
    expect(seen.passes).toBe(3)
    await someTimes()
    expect(seen.passes).toBe(3)
    await running.stop()
    write('c')
    await someTimes()
    expect(seen.passes).toBe(3)
  })

  test('rests no longer than it may', async () => {
    const { seen, running } = begin(undefined, 10)
    await expect.poll(() => seen.passes).toBeGreaterThan(2)
    await running.stop()
  })

  test('what is written while it passes is looked at by the next pass', async () => {
    const gate = Promise.withResolvers<{ restMs: number }>()
    let passes = 0
    const run = () => {
      passes += 1
      return gate.promise
    }
    const loop = startLoop({ name: 'test', everyMs: 5, log, run })
    loop.rouse()
    gate.resolve({ restMs: 60_000 })
    await expect.poll(() => passes).toBe(2)
    await someTimes()
    expect(passes).toBe(2)
    await loop.stop()
  })

  test('a burst of kicks costs one pass more', async () => {
    let passes = 0
    const once = () => {
      passes += 1
      return Promise.resolve(undefined)
    }
    const loop = startLoop({ name: 'test', everyMs: 60_000, apartMs: 100, log, run: once })
    await expect.poll(() => passes).toBe(1)
    await new Promise(setImmediate)
    for (let kick = 0; kick < 20; kick += 1) loop.kick()
    expect(passes).toBe(1)
    await expect.poll(() => passes).toBe(2)
    await loop.stop()
    expect(passes).toBe(2)
  })

  test('rests shorter where a pass says so', async () => {
    const { seen, running } = begin({ restMs: 20 })
    await expect.poll(() => seen.passes).toBeGreaterThan(2)
    await running.stop()
  })

  test('does not rest where it is not known what was written', async () => {
    const { seen, running, write } = begin()
    write(undefined)
    await expect.poll(() => seen.passes).toBeGreaterThan(5)
    await running.stop()
  })

  test('does not rest after a pass that asks for a next one', async () => {
    const { seen, running } = begin({ againInMs: 5 })
    await expect.poll(() => seen.passes).toBeGreaterThan(5)
    await running.stop()
  })
})

describe('calls in turns', () => {
  test('what is asked for while work is under way is done by the next, together', async () => {
    const gate = Promise.withResolvers<void>()
    const turns: number[][] = []
    const double = inTurns<number, number>(async (items) => {
      turns.push([...items])
      if (turns.length === 1) await gate.promise
      return items.map((item) => item * 2)
    })
    const first = [double(1), double(2)]
    await expect.poll(() => turns.length).toBe(1)
    const then = [double(3), double(4), double(5)]
    gate.resolve()
    expect(await Promise.all([...first, ...then])).toEqual([2, 4, 6, 8, 10])
    expect(turns).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('a turn that fails is no answer to the next', async () => {
    const once = inTurns<boolean, string>((items) =>
      items.includes(true) ? Promise.reject(new Error('no')) : Promise.resolve(['yes']),
    )
    await expect(once(true)).rejects.toThrow('no')
    expect(await once(false)).toBe('yes')
  })
})
