import { expect, test } from 'vitest'
import process from 'node:process'
import { createDayBooks, type Message } from '../testing/days/day-books.ts'
import {
  netMinorOf,
  randomFrom,
  randomHabits,
  randomMessages,
  randomPayments,
  type RealPayment,
  shuffled,
} from '../testing/days/random-days.ts'

const firstSeed = Number(process.env['FIRST_SEED'] ?? Date.now() % 1_000_000)
const worlds = Number(process.env['WORLDS'] ?? (process.env['FULL'] === '1' ? 20_000 : 200))

type Counted = Pick<RealPayment, 'direction' | 'minor' | 'landedOn'>
const keyOf = ({ direction, minor, landedOn }: Counted) =>
  `${direction} ${netMinorOf(minor)} on ${landedOn}`
const countsOf = (items: readonly Counted[]) =>
  Object.fromEntries(
    [...Map.groupBy(items, keyOf)]
      .map(([key, own]) => [key, own.length] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Takes messages in an order; gives what was credited, and how many a person had to decide. */
function booksOf(
  messages: readonly Message[],
  real: readonly RealPayment[],
  { at, isGross }: { at: string; isGross: boolean },
) {
  const books = createDayBooks({ isGross })
  const bound = countsOf(real)
  const credited = () => books.payments().flatMap(({ isHeld, facts }) => (isHeld ? [] : [facts]))
  for (const message of messages) {
    books.take(message)
    for (const [key, count] of Object.entries(countsOf(credited())))
      expect(count, `${at}: ${key}`).toBeLessThanOrEqual(bound[key] ?? 0)
  }
  const decided = books.decide(({ facts }) => {
    const key = keyOf(facts)
    return (countsOf(credited())[key] ?? 0) < (bound[key] ?? 0)
  })
  return { credited: credited(), decided }
}

function run(seed: number, isGross = false): void {
  const random = randomFrom(seed)
  const habits = randomHabits(random, isGross)
  const real = randomPayments(random, habits)
  const messages = randomMessages(random, real, habits)
  const sent = messages.filter(({ kind }) => kind === 'STATEMENT' || random(4) > 0)
  const { credited } = booksOf(shuffled(random, sent, habits), real, {
    at: `seed ${seed}`,
    isGross,
  })
  expect(countsOf(credited), `seed ${seed}`).toEqual(countsOf(real))
}

test(`each payment is credited once, to its account, whatever the order of its messages (FIRST_SEED=${firstSeed})`, () => {
  for (let seed = firstSeed; seed < firstSeed + worlds; seed += 1) run(seed, seed % 3 === 0)
}, 120_000)

// Worlds in which messages are mixed up, each of which has had a payment twice or lost.
test.each([
  709395, 748324, 748576, 753268, 1004969, 1005878, 1024208, 1030286, 1034109, 1043790, 1044243,
  1048963, 1055602, 1057404, 1059226, 3036655, 20001109,
])('of equal payments, none is credited twice (seed %i)', (seed) => run(seed))
