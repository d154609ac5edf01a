import {
  externalAccountStatuses,
  kycStatuses,
  stepStatuses,
  transferEventStatuses,
  transferStatuses,
} from '@corridor/contract'
import { expect, test } from 'vitest'
import { readStatus, wordOf } from './status.ts'

test('every status of the contract has a word of its own, not its raw text', () => {
  const all = [
    ...transferStatuses,
    ...transferEventStatuses,
    ...stepStatuses,
    ...kycStatuses,
    ...externalAccountStatuses,
  ]
  expect(all.filter((status) => readStatus(status).word === status)).toEqual([])
})

test('a status nobody has seen keeps its raw text and is neutral', () => {
  expect(readStatus('AWAITING_RFI')).toEqual({ meaning: 'none', word: 'AWAITING_RFI' })
  expect(readStatus('')).toEqual({ meaning: 'none', word: '' })
  expect(readStatus('constructor')).toEqual({ meaning: 'none', word: 'constructor' })
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

test('a word that differs by kind of record is read by kind', () => {
  expect(readStatus('EXHAUSTED').meaning).toBe('fail')
  expect(readStatus('EXHAUSTED', 'reserve').meaning).toBe('end')
})

test('codes become words', () => {
  expect(wordOf('signature_verified')).toBe('Signature verified')
})
