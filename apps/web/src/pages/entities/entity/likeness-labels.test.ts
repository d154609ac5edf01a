import { likenessParts } from '@corridor/contract/members'
import { expect, test } from 'vitest'
import {
  decisionLabel,
  decisionsAbout,
  decisionText,
  isUndecided,
  type Likeness,
  likenessPill,
  partsText,
} from './likeness-labels.ts'

const likeness = (change: Partial<Likeness>, type: 'individual' | 'business' = 'individual') =>
  ({ status: 'OPEN', strength: 'SURE', entity: { type }, ...change }) as Likeness

test('whatever two customers can have in common has words', () => {
  expect(partsText(['DOCUMENT', 'NAME'])).toBe('number of an identity document and name')
  expect(partsText(likenessParts)).not.toMatch(/[A-Z]|undefined/)
})

test.each([
  [likeness({}), 'Undecided', 'hand', true],
  [likeness({ strength: 'PROBABLE' }), 'Undecided', 'hand', true],
  [likeness({ strength: 'WEAK' }), 'Undecided', 'none', false],
  [likeness({ status: 'SAME' }), 'The same person', 'done', false],
  [likeness({ status: 'DIFFERENT' }, 'business'), 'Different businesses', 'done', false],
])('%# a likeness is %s', (found, label, meaning, waits) => {
  expect(likenessPill(found)).toMatchObject({ label, meaning })
  expect(isUndecided(found)).toBe(waits)
})

test('what is decided can only be decided the other way, and says what it takes back', () => {
  expect(decisionsAbout('OPEN')).toEqual(['SAME_PERSON', 'CONFIRM_DIFFERENT'])
  expect(decisionsAbout('SAME')).toEqual(['CONFIRM_DIFFERENT'])
  expect(decisionsAbout('DIFFERENT')).toEqual(['SAME_PERSON'])
  expect(decisionText('CONFIRM_DIFFERENT', 'SAME').title).toMatch(/Take back/)
  expect(decisionText('CONFIRM_DIFFERENT', 'OPEN').title).not.toMatch(/Take back/)
  expect(decisionLabel('SAME_PERSON', 'business')).toBe('The same business')
})
