import { fundingStatuses } from '@corridor/contract/members'
import { expect, test } from 'vitest'
import { readStatus } from '../../ui/format/status.ts'
import {
  externalStatuses,
  nameMatchText,
  reasonText,
  verificationText,
  verificationLabel,
} from './labels.ts'

test.each([...externalStatuses, ...fundingStatuses])('%s has a label and a meaning', (status) => {
  const { meaning, label } = readStatus(status)
  expect(meaning).not.toBe('none')
  expect(label).not.toBe(status)
})

test('a comparison of names is shown only where there was one', () => {
  expect(verificationText({ status: 'VERIFIED', nameMatch: 'MATCH' })).toBe(
    'Verified, name matches',
  )
  expect(verificationText({ status: 'VERIFIED', nameMatch: 'UNAVAILABLE' })).toBe('Verified')
  expect(verificationLabel({ status: 'VERIFIED', nameMatch: 'MATCH' })).toBe('Verified')
  expect(verificationLabel({ status: 'VERIFIED', nameMatch: 'CLOSE' })).toBe('Name is close')
  expect(nameMatchText('NO_MATCH')).toBe('Another name')
  expect(nameMatchText('SOUNDS_ALIKE')).toBe('SOUNDS_ALIKE')
})

test('a reason that nobody knows is shown as it is', () => {
  expect(reasonText('PAYOUT_RETURNED')).toMatch(/was returned/)
  expect(reasonText('Asked for by the customer')).toBe('Asked for by the customer')
})
