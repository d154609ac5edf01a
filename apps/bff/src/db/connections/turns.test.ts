import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createTurns, NoTurn, type TurnsMax } from './turns.ts'

const most = { underWay: 4, underWayEach: 3, waiting: 5, waitingEach: 3, stillMs: 60_000 }
const line = (over: Partial<TurnsMax> = {}) => createTurns({ ...most, ...over })

/** Takes a turn and notes it in `order` when it comes. */
const follow = (turns: ReturnType<typeof line>, order: string[], owner: string, as = owner) =>
  turns.take(owner).then((end) => {
    order.push(as)
    return end
  })
const reasonOf = (turn: Promise<unknown>) =>
  turn.then(
    () => 'taken',
    (error: unknown) => (error instanceof NoTurn ? error.reason : 'thrown'),
  )

describe('turns', () => {
  test('a flood of one owner leaves room at once for another', async () => {
    const turns = line()
    for (let n = 0; n < 3; n += 1) await turns.take('flood')
    const fourth = reasonOf(turns.take('flood'))
    await turns.take('other')
    expect(turns.facts()).toEqual({ underWay: 4, waiting: 1 })
    expect(await Promise.race([fourth, Promise.resolve('waits')])).toBe('waits')
  })

  test('beside another who was at work within the second one owner has less', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const turns = line({ underWay: 9, underWayEach: 3, underWayBesideOthers: 1 })
      const alone = [await turns.take('flood'), await turns.take('flood')]
      const other = await turns.take('other')
      other()
      const order: string[] = []
      void follow(turns, order, 'flood')
      alone[0]?.()
      await new Promise((go) => setImmediate(go))
      expect(order).toEqual([])
      vi.advanceTimersByTime(1_001)
      alone[1]?.()
      await vi.waitFor(() => expect(order).toEqual(['flood']))
      await turns.take('flood')
      expect(turns.facts()).toEqual({ underWay: 2, waiting: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['who has none', ['flood', 'flood', 'few', 'new', 'new', 'new', 'new', 'new'], 'new'],
    ['who asks for fewest', ['flood', 'flood', 'flood', 'few'], 'few'],
    ['who had his last one longest ago', ['few', 'few', 'flood', 'flood'], 'flood'],
  ])('the next is of %s', async (_, next, expected) => {
    const turns = line({ underWay: 3, underWayEach: 2, waiting: 99, waitingEach: 99 })
    const order: string[] = []
    const ends: (() => void)[] = []
    for (const owner of ['flood', 'flood', 'few']) ends.push(await turns.take(owner))
    for (const owner of next) void follow(turns, order, owner).then((end) => ends.push(end))
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((go) => setImmediate(go))
    }
    expect(order[0]).toBe(expected)
    expect(order.toSorted()).toEqual(next.toSorted())
  })

  test('beyond the line of an owner, and of all, it is refused at once', async () => {
    const turns = line({ underWay: 1, underWayEach: 1 })
    const end = await turns.take('a')
    const waiting = ['a', 'a', 'a', 'b', 'b'].map((owner) => turns.take(owner))
    expect(() => turns.check('a')).toThrow('the line is full')
    expect(await reasonOf(turns.take('a'))).toBe('full')
    expect(await reasonOf(turns.take('c'))).toBe('full')
    end()
    for (const turn of waiting) void turn.then((ended) => ended())
    await Promise.all(waiting)
    expect(turns.facts()).toEqual({ underWay: 0, waiting: 0 })
  })

  test('who goes away leaves the line, and his place in it', async () => {
    const turns = line({ underWay: 1, underWayEach: 1, waitingEach: 1 })
    const end = await turns.take('a')
    const gone = new AbortController()
    const left = reasonOf(turns.take('a', () => gone.signal))
    gone.abort()
    expect(await left).toBe('left')
    expect(await reasonOf(turns.take('a', () => AbortSignal.abort()))).toBe('left')
    const next = turns.take('a')
    end()
    end()
    ;(await next)()
    expect(turns.facts()).toEqual({ underWay: 0, waiting: 0 })
  })

  test('where no turn ends all who wait are refused, and so is who comes, until one does', async () => {
    const turns = line({ underWay: 1, underWayEach: 1, stillMs: 5 })
    const end = await turns.take('a')
    expect(await Promise.all([reasonOf(turns.take('a')), reasonOf(turns.take('b'))])).toEqual([
      'still',
      'still',
    ])
    expect(await reasonOf(turns.take('b'))).toBe('still')
    end()
    ;(await turns.take('b'))()
    expect(turns.facts()).toEqual({ underWay: 0, waiting: 0 })
  })

  test('whatever comes, waits, leaves and ends: never too many at a time, and nobody is forgotten', async () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), act: fc.nat(5) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const turns = line()
        const under: (() => void)[] = []
        const waiting: AbortController[] = []
        let open = 0
        for (const { owner, act } of steps) {
          if (act < 3) {
            const gone = new AbortController()
            waiting.push(gone)
            open += 1
            turns
              .take(owner, () => gone.signal)
              .then((end) => under.push(end))
              .catch(() => undefined)
              .finally(() => (open -= 1))
          } else if (act === 3) waiting.pop()?.abort()
          else under.shift()?.()
          await new Promise((go) => setImmediate(go))
          expect(turns.facts().underWay).toBe(under.length)
          expect(under.length).toBeLessThanOrEqual(most.underWay)
          expect(turns.facts().waiting).toBe(open)
        }
        while (turns.facts().underWay + turns.facts().waiting > 0) {
          under.shift()?.()
          await new Promise((go) => setImmediate(go))
        }
        expect(turns.facts()).toEqual({ underWay: 0, waiting: 0 })
      }),
      { numRuns: 100 },
    )
  })
})
