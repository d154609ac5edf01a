import { expect, test } from 'vitest'
import { currentStep, kindOf, stepLabel, stepName, tabStatuses } from './labels.ts'
import { isOver } from '../../api/queries/transfers.ts'
import { aTransfer, steps } from './testing/samples.ts'

test.each([
  ['cexec-01k', 'Wallet'],
  ['exec_01k', 'Bank'],
  ['01k', '–'],
])('%s is of the kind %s', (id, kind) => {
  expect(kindOf(id)).toBe(kind)
})

test('a step nobody has seen before keeps its own name', () => {
  expect(stepName('gas_funded')).toBe('Fee covered')
  expect(stepName('swap_routed')).toBe('Swap routed')
})

test('a step that waits is named for what it waits for, a failed one for itself', () => {
  expect(stepLabel({ name: 'deposit_received', status: 'waiting' })).toBe('Awaiting funds')
  expect(stepLabel({ name: 'payout_confirmed', status: 'failed' })).toBe('Payout confirmed')
  expect(stepLabel({ name: 'conversion', status: 'in_progress' })).toBe('Conversion')
})

test('no status stands under two tabs', () => {
  const all = Object.values(tabStatuses).flat()
  expect(new Set(all).size).toBe(all.length)
})

test('the current step is the one under way, waiting or failed', () => {
  expect(currentStep(aTransfer({ details: steps({ broadcast: 'in_progress' }) }))?.name).toBe(
    'broadcast',
  )
  expect(currentStep(aTransfer({ details: steps({ confirmed: 'failed' }) }))?.name).toBe(
    'confirmed',
  )
  expect(currentStep(aTransfer())).toBeUndefined()
})

test('a transfer is over when nothing moves any more, refunds under way included', () => {
  expect(isOver(aTransfer({ status: 'FAILED' }))).toBe(true)
  expect(isOver(aTransfer({ status: 'REFUNDING' }))).toBe(false)
})
