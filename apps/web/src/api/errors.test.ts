import { ApiError, networkError } from '@corridor/client/http'
import { expect, test } from 'vitest'
import { errorText, fieldErrors } from './errors.ts'

const refused = new ApiError({
  status: 400,
  code: 'FIELD_INVALID',
  message: 'The body does not fit.',
  details: [
    { path: 'email', code: 'FIELD_INVALID', message: 'Not an e-mail address' },
    { path: 'permanentAddress.city', code: 'FIELD_REQUIRED', message: 'Missing' },
    { path: 'metadata.x', code: 'FIELD_INVALID', message: 'Too long' },
  ],
})

test('messages go to their fields, the rest to the summary', () => {
  const { byField, rest } = fieldErrors(refused, ['email', 'permanentAddress.city'])
  expect([...byField]).toEqual([
    ['email', 'Not an e-mail address'],
    ['permanentAddress.city', 'Missing'],
  ])
  expect(rest).toEqual(['metadata.x: Too long'])
})

test('a refusal without details has its message in the summary', () => {
  const error = new ApiError({ status: 409, code: 'X', message: 'Used already.' })
  expect(fieldErrors(error, ['email']).rest).toEqual(['Used already.'])
})

test('texts for people never show a code or a stack', () => {
  expect(errorText(networkError(new Error('ECONNREFUSED')))).toBe(
    'The service could not be reached. Check the connection.',
  )
  expect(errorText(new TypeError('x is undefined'))).not.toContain('undefined')
})
