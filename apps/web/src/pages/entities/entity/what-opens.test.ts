import { expect, test } from 'vitest'
import { whatOpens } from './readiness.tsx'

const corridor = (ready: boolean, ...missing: string[]) => ({ requirements: { ready, missing } })

test('answers are counted over the corridors that wait for them, the most wanted first', () => {
  const found = whatOpens([
    corridor(true),
    corridor(false, 'taxId', 'address'),
    corridor(false, 'address'),
    // Decided about by others: no answer opens it.
    corridor(false),
  ])
  expect(found).toEqual({
    closed: 2,
    answers: [
      { key: 'address', opens: 2 },
      { key: 'taxId', opens: 1 },
    ],
  })
})

test('nothing is missing where all are ready', () => {
  expect(whatOpens([corridor(true)])).toEqual({ closed: 0, answers: [] })
})
