import { expect, test } from 'vitest'
import process from 'node:process'
import {
  createDayBooks,
  type Message,
  type Random,
  randomFrom,
  randomWorld,
  type RealPayment,
} from '../testing/days/random-days.ts'

const firstSeed = Number(process.env['FIRST_SEED'] ?? Date.now() % 1_000_000)
const worlds = process.env['FULL'] === '1' ? 20_000 : 700

/** In any order, but for the statements among each other: a bank closes one day after the other. */
function shuffled(random: Random, messages: readonly Message[]): Message[] {
  const rest = [...messages]
  const order: Message[] = []
  while (rest.length > 0) order.push(...rest.splice(random(rest.length), 1))
  const statements = messages.filter(({ kind }) => kind === 'STATEMENT')
  return order.map((message) =>
    message.kind === 'STATEMENT' ? (statements.shift() ?? message) : message,
  )
}

const countsOf = (items: readonly { minor: bigint; landedOn: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ minor, landedOn }) => `${minor} on ${landedOn || 'ours'}`)]
      .map(([key, own]) => [key, own.length] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Takes messages in an order; gives what was credited in the end. */
function creditedBy(messages: readonly Message[], real: readonly RealPayment[], seed: number) {
  const books = createDayBooks()
  const bound = Map.groupBy(real, ({ minor }) => minor)
  for (const message of messages) {
    books.take(message)
    const credited = books.payments().filter(({ isHeld }) => !isHeld)
    for (const [minor, own] of Map.groupBy(credited, ({ facts }) => facts.minor))
      expect(own.length, `seed ${seed}: ${minor}`).toBeLessThanOrEqual(
        bound.get(minor)?.length ?? 0,
      )
  }
  return books.payments().filter(({ isHeld }) => !isHeld)
}

test(`each payment is credited once, to its account, whatever the order of its messages (FIRST_SEED=${firstSeed})`, () => {
  for (let seed = firstSeed; seed < firstSeed + worlds; seed += 1) {
    const random = randomFrom(seed)
    const { real, messages } = randomWorld(random)
    const sent = messages.filter(({ kind }) => kind === 'STATEMENT' || random(4) > 0)
    const credited = creditedBy(shuffled(random, sent), real, seed)
    expect(countsOf(credited.map(({ facts }) => facts)), `seed ${seed}`).toEqual(countsOf(real))
  }
}, 120_000)
