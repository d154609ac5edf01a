import { expect, test } from 'vitest'
import { emptyFunding, fundingBody, openQuestions, questionOf } from './funding-choice.ts'

const chosen = { entityId: 'ent_1', jurisdictionId: 'jur_1', strategy: 'HOLD', target: '' }

test('everything that is missing is shown at once, the target only where there is one', () => {
  expect(Object.keys(openQuestions({ ...emptyFunding, strategy: '' }))).toEqual([
    'entityId',
    'jurisdictionId',
    'strategy',
  ])
  expect(Object.keys(openQuestions({ ...chosen, strategy: 'STATIC_ADDRESS' }))).toEqual(['target'])
  expect(openQuestions(chosen)).toEqual({})
})

test('a target is sent only with the policy that has one', () => {
  expect(fundingBody({ ...chosen, target: 'acc_1' }).returnPolicy).toEqual({ strategy: 'HOLD' })
  expect(
    fundingBody({ ...chosen, strategy: 'STATIC_ADDRESS', target: ' acc_1 ' }).returnPolicy,
  ).toEqual({ strategy: 'STATIC_ADDRESS', target: 'acc_1' })
})

test('errors of the service find their question; others find none', () => {
  expect(questionOf('returnPolicy.target', 'FIELD_INVALID')).toBe('target')
  expect(questionOf('limits', 'FIELD_INVALID')).toBeUndefined()
})
