import { expect, test } from 'vitest'
import { sharedBff } from '../../../test/support/process/bff.ts'
import { seedsFor } from '../../../test/support/process/seeds.ts'
import { readBreaches } from '../../../test/support/money/liquidity-model/store.ts'
import { beginning, type Step, steps } from '../../../test/support/money/liquidity-model/steps.ts'
import { makeWorld, type World } from '../../../test/support/money/liquidity-model/world.ts'
import { inSavepoint } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import { readLimits } from './reads/limits.ts'

/** Some seconds of histories in the ordinary run, 500 in the full one; 10,000 with SEEDS=10000. */
const seeds = seedsFor({ full: 500, seconds: 3 })
const length = 16

const bff = sharedBff({ ROLE: 'web' })
class Undone extends Error {}

test(`every invariant holds in histories of ${length} random steps`, async () => {
  const done = new Map<string, number>()
  // One after the other: each moves the one clock, in a transaction that is undone.
  let walked = 0
  for (const seed of seeds) {
    await walk(seed, done)
    walked += 1
  }
  // A walk that never came to some step would prove nothing about it.
  const rare = steps.filter(([, { name }]) => (done.get(name) ?? 0) < walked / 20)
  if (walked >= 500) expect(rare.map(([, { name }]) => [name, done.get(name)])).toEqual([])
}, 7_200_000)

async function walk(seed: number, done: Map<string, number>): Promise<void> {
  try {
    await bff.deps.db.asWorker(async (tx: Tx) => {
      const world = await makeWorld(bff.deps, tx, seed, done)
      for (const begin of beginning) await take(world, begin, `seed ${seed}, at the beginning`)
      for (let at = 1; at <= length; at += 1) {
        await step(world, `seed ${seed}, step ${at}`)
        if (at % 4 === 0) await checkCredit(world, `seed ${seed}, step ${at}`)
      }
      expect([seed, await readBreaches(world)]).toEqual([seed, []])
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

const total = steps.reduce((sum, [weight]) => sum + weight, 0)

async function step(world: World, place: string): Promise<void> {
  let at = world.random.below(total)
  const chosen = steps.find(([weight]) => (at -= weight) < 0)?.[1]
  if (chosen) await take(world, chosen, place)
}

async function take(world: World, chosen: Step, place: string): Promise<void> {
  // What is refused writes nothing, as in a request that is rolled back.
  await inSavepoint(world.tx, async () => {
    const outcome = await chosen(world)
    if (outcome?.endsWith('refused')) throw new Undone()
    if (outcome !== undefined) world.done.set(chosen.name, (world.done.get(chosen.name) ?? 0) + 1)
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw new Error(place, { cause: error })
  })
}

async function checkCredit(world: World, place: string): Promise<void> {
  const { credit } = await readLimits(world.tx, world.by.partnerId)
  expect([place, credit.remaining >= 0]).toEqual([place, true])
  const free = credit.limit - credit.borrowed - credit.unusedAcceptedReserves
  expect(credit.remaining).toBeCloseTo(Math.max(0, free), 5)
}
