import { codeLabel } from '../../messages/service.ts'
import {
  externalAccountStatuses,
  kycStatuses,
  stepStatuses,
  transferEventStatuses,
  transferStatuses,
} from '@corridor/contract'
import { expect, test } from 'vitest'
import { knownStates, readStatus } from './status.ts'

test('every status of the contract has a label of its own, not its raw text', () => {
  const all = [
    ...transferStatuses,
    ...transferEventStatuses,
    ...stepStatuses,
    ...kycStatuses,
    ...externalAccountStatuses,
  ]
  expect(all.filter((status) => readStatus(status).label === status)).toEqual([])
})

test('a status nobody has seen keeps its raw text and is neutral', () => {
  expect(readStatus('AWAITING_RFI')).toEqual({ meaning: 'none', label: 'AWAITING_RFI' })
  expect(readStatus('')).toEqual({ meaning: 'none', label: '' })
  expect(readStatus('constructor')).toEqual({ meaning: 'none', label: 'constructor' })
})

test.each([
  ['PENDING', 'wait'],
  ['pending', 'none'],
  ['PROCESSING', 'move'],
  ['COMPLETED', 'done'],
  ['ACCEPTED', 'done'],
  ['active', 'done'],
  ['FAILED', 'fail'],
  ['AWAITING_APPROVAL', 'hand'],
  ['inactive', 'end'],
  ['EXPIRED', 'end'],
])('%s means %s', (status, meaning) => {
  expect(readStatus(status).meaning).toBe(meaning)
})

test('a status that differs by kind of record is read by kind', () => {
  expect(readStatus('EXHAUSTED').meaning).toBe('fail')
  expect(readStatus('EXHAUSTED', 'reserve').meaning).toBe('end')
})

test('codes become labels', () => {
  expect(codeLabel('signature_verified')).toBe('Signature verified')
})

const catalogues = Object.entries(
  import.meta.glob<{ codes: Record<string, string> }>('../../../messages/*/service.json', {
    eager: true,
    import: 'default',
  }),
)

test.each(catalogues)('every state has words in %s', (_, { codes }) => {
  expect(knownStates.filter((state) => !codes[state.toLowerCase()])).toEqual([])
})
