import { expect, test } from 'vitest'
import { readStatus } from '../../ui/format/status.ts'
import {
  externalStatuses,
  fundingStatuses,
  nameMatchText,
  reasonText,
  verificationText,
  verificationWord,
} from './words.ts'

test.each([...externalStatuses, ...fundingStatuses])('%s has a word and a meaning', (status) => {
  const { meaning, word } = readStatus(status)
  expect(meaning).not.toBe('none')
  expect(word).not.toBe(status)
})

test('a comparison of names is told only where there was one', () => {
  expect(verificationText({ status: 'VERIFIED', nameMatch: 'MATCH' })).toBe(
    'Verified, name matches',
  )
  expect(verificationText({ status: 'VERIFIED', nameMatch: 'UNAVAILABLE' })).toBe('Verified')
  expect(verificationWord({ status: 'VERIFIED', nameMatch: 'MATCH' })).toBe('Verified')
  expect(verificationWord({ status: 'VERIFIED', nameMatch: 'CLOSE' })).toBe('Name is close')
  expect(nameMatchText('NO_MATCH')).toBe('Another name')
  expect(nameMatchText('SOUNDS_ALIKE')).toBe('SOUNDS_ALIKE')
})

test('a reason that nobody knows is shown as it is', () => {
  expect(reasonText('PAYOUT_RETURNED')).toMatch(/came back/)
  expect(reasonText('Asked for by the customer')).toBe('Asked for by the customer')
})
