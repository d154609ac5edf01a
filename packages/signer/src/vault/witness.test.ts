import { expect, test } from 'vitest'
import type { Tx } from '../database/connection.ts'
import { openWitness, type Witness } from './witness.ts'

const sight = (name: string, ...sequences: number[]) => ({ name, sequences })

/** A transaction that sees this and commits. */
const see = (witness: Witness, name: string, ...sequences: number[]) =>
  witness.watch((begun) => {
    const tx = {} as Tx
    begun(tx)
    witness.afterCommit(tx, () => sight(name, ...sequences))
    return Promise.resolve()
  })

test('what was seen committed may grow and never shrink, whichever commit is remembered first', async () => {
  const witness = openWitness()
  expect(witness.isBehind(sight('a', 0, 0))).toBe(false)
  await see(witness, 'a', 5, 9)
  await see(witness, 'a', 4, 10)
  expect(witness.isBehind(sight('a', 5, 10))).toBe(false)
  expect(witness.isBehind(sight('a', 6, 11))).toBe(false)
  expect(witness.isBehind(sight('a', 4, 10))).toBe(true)
  expect(witness.isBehind(sight('a', 5, 9))).toBe(true)
  expect(witness.isBehind(sight('a'))).toBe(true)
  expect(witness.isBehind(sight('b', 0))).toBe(false)
})

test('what was rolled back was never seen', async () => {
  const witness = openWitness()
  const undone = witness.watch((begun) => {
    const tx = {} as Tx
    begun(tx)
    witness.afterCommit(tx, () => sight('a', 7))
    return Promise.reject(new Error('rolled back'))
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(witness.isBehind(sight('a', 1))).toBe(false)
})

test('of too many names the one that was used least recently is forgotten', async () => {
  const witness = openWitness(2)
  await see(witness, 'a', 1)
  await see(witness, 'b', 1)
  await see(witness, 'a', 2)
  await see(witness, 'c', 1)
  expect(['a', 'b', 'c'].map((name) => witness.isBehind(sight(name, 0)))).toEqual([
    true,
    false,
    true,
  ])
})
