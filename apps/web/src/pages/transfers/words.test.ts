import { expect, test } from 'vitest'
import {
  currentStep,
  hasLeft,
  isOver,
  kindOf,
  moneyMoved,
  moneyText,
  stepName,
  tabStatuses,
  type Transfer,
} from './words.ts'
import { aTransfer, steps } from './testing/samples.ts'

test.each([
  ['cexec-01k', 'Wallet'],
  ['exec_01k', 'Bank'],
  ['01k', '–'],
])('%s is of the kind %s', (id, kind) => {
  expect(kindOf(id)).toBe(kind)
})

test('a step nobody has seen before keeps its own words', () => {
  expect(stepName('gas_funded')).toBe('Fee covered')
  expect(stepName('swap_routed')).toBe('Swap routed')
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

const failed = (code: string, details = steps({ confirmed: 'failed', finalized: 'pending' })) =>
  aTransfer({
    status: 'FAILED',
    details,
    failure: {
      code,
      type: 'chain',
      message: '',
      retryable: true,
      at: '2026-01-05T12:00:00Z',
      step: 'confirmed',
    },
  })

test('a refusal by the chain moved nothing; an error after the broadcast may have', () => {
  const before = steps({ broadcast: 'failed', confirmed: 'pending', finalized: 'pending' })
  expect(moneyMoved(failed('CHAIN_REVERTED'))).toBe('no')
  expect(moneyMoved(failed('SIGNING_REVOKED_KEY'))).toBe('no')
  expect(moneyMoved(failed('INTERNAL_ERROR'))).toBe('unknown')
  expect(moneyMoved(failed('INTERNAL_ERROR', steps({ broadcast: 'pending' })))).toBe('no')
  expect(moneyMoved(failed('INTERNAL_ERROR', before))).toBe('unknown')
})

test.each<[Partial<Transfer>, string, boolean]>([
  [{ status: 'COMPLETED' }, 'Orchid has the money.', true],
  [{ status: 'QUOTED' }, 'Not signed yet. No money has moved.', false],
  [{ status: 'EXPIRED' }, 'No money has moved.', false],
  [
    { status: 'PROCESSING', details: steps({ broadcast: 'pending' }) },
    'The money is still with the sender.',
    false,
  ],
  [{ status: 'PROCESSING' }, 'On the network, not final yet.', true],
])('%o says where the money is', (change, text, left) => {
  const transfer = aTransfer(change)
  expect(moneyText(transfer)).toBe(text)
  expect(hasLeft(transfer)).toBe(left)
})

test('a transfer is over when nothing moves any more, refunds under way included', () => {
  expect(isOver(aTransfer({ status: 'FAILED' }))).toBe(true)
  expect(isOver(aTransfer({ status: 'REFUNDING' }))).toBe(false)
})
