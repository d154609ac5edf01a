import { expect, test } from 'vitest'
import { reasonTexts, refusalSentence, resolutionLabels } from './review-labels.ts'

test('a reason that is new is shown in words', () => {
  expect(reasonTexts({ reason: 'FUNDING_UNDERPAID' })[0]).toBe('In review: too little arrived')
  expect(reasonTexts({ reason: 'LIMIT_NEW' })).toEqual([
    'In review',
    'It is looked at because of limit new.',
  ])
})

test('each decision says what it means for the money', () => {
  for (const { consequence } of Object.values(resolutionLabels)) expect(consequence).toMatch(/\.$/)
  expect(refusalSentence('LIMIT_TXN')).toContain('limit of one transfer')
  expect(refusalSentence('OTHER')).toContain('cannot be accepted now')
})
