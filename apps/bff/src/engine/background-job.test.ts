import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { processLoop } from './background-job.ts'
import { startLoop } from './loop.ts'
import { inTurns } from './turns.ts'

const log = pino({ level: 'silent' })

describe('work that rests', () => {
  /** A loop that passes every few milliseconds, and what it is told of the database. */
  function begin(next?: { againInMs: number }, everyMs = 5) {
    const seen = { passes: 0, ticks: 0, written: 'a' as string | undefined }
    const wakers: (() => void)[] = []
    let tellWritten = () => {}
    const loop = processLoop({
      name: 'test',
      everyMs,
      restMs: 60_000,
      wakeOn: ['sweep'],
      run: () => {
        seen.passes += 1
        return Promise.resolve(next)
      },
    })
    const wake = {
      on: (topic: string, listener: () => void) => {
        if (topic === 'written') tellWritten = listener
        else wakers.push(listener)
        return () => undefined
      },
      written: () => {
        seen.ticks += 1
        return seen.written
      },
    }
    const leader = { client: () => undefined, onElected: () => undefined }
    const running = loop.start({ wake, log, leader })
    const ticks = (count: number) => {
      const from = seen.ticks
      return expect.poll(() => seen.ticks).toBeGreaterThan(from + count)
    }
    const write = (text: string) => {
      seen.written = text
      tellWritten()
    }
    return { seen, running, ticks, wakeUp: () => wakers.forEach((waker) => waker()), write }
  }

  test('looks once, and again when anything was written or when it is woken', async () => {
    const { seen, running, ticks, wakeUp } = begin()
    await ticks(5)
    expect(seen.passes).toBe(1)
    seen.written = 'b'
    await ticks(5)
    expect(seen.passes).toBe(2)
    wakeUp()
    expect(seen.passes).toBe(3)
    await ticks(5)
    expect(seen.passes).toBe(3)
    await running.stop()
  })

  test('what is written ends its rest at once, and nothing but its rest', async () => {
    const { seen, running, ticks, write } = begin(undefined, 100)
    write('b')
    expect(seen.passes).toBe(1)
    await ticks(3)
    expect(seen.passes).toBe(2)
    write('c')
    expect(seen.passes).toBe(3)
    await running.stop()
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

  test('does not rest where it is not known what was written', async () => {
    const { seen, running } = begin()
    seen.written = undefined
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
