import { expect, test } from 'vitest'
import { interleave } from './steps.tsx'

const placed = (item: string, at?: number) => ({
  item,
  at: at === undefined ? undefined : new Date(at * 1000).toISOString(),
})

test('events stand between the steps they happened between, whatever order they come in', () => {
  const steps = [placed('quoted', 10), placed('signed', 20), placed('sent', 30), placed('final')]
  const marks = [placed('late', 35), placed('first', 10), placed('second', 25), placed('early', 5)]
  expect(interleave(steps, marks)).toEqual([
    'early',
    'quoted',
    'first',
    'signed',
    'second',
    'sent',
    'late',
    'final',
  ])
})

test('events after the last step stand at the end', () => {
  expect(interleave([placed('sent', 30)], [placed('told', 31)])).toEqual(['sent', 'told'])
  expect(interleave([], [placed('told', 31)])).toEqual(['told'])
})
