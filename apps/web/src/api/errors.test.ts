import { expect, test } from 'vitest'
import { errorFromBody, errorText, fieldErrors, networkError } from './errors.ts'

const refused = errorFromBody(
  400,
  {
    success: false,
    message: 'The body does not fit.',
    error: {
      code: 'FIELD_INVALID',
      type: 'validation',
      requestId: 'req_1',
      retryable: false,
      details: [
        { path: 'email', code: 'FIELD_INVALID', message: 'Not an e-mail address' },
        { path: 'permanentAddress.city', code: 'FIELD_REQUIRED', message: 'Missing' },
        { path: 'metadata.x', code: 'FIELD_INVALID', message: 'Too long' },
      ],
    },
  },
  null,
)

test('the error body of the service is read as it is', () => {
  expect(refused).toMatchObject({
    status: 400,
    code: 'FIELD_INVALID',
    message: 'The body does not fit.',
    requestId: 'req_1',
    retryable: false,
  })
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
  const error = errorFromBody(409, { message: 'Used already.', error: { code: 'X' } }, 'req_2')
  expect(fieldErrors(error, ['email']).rest).toEqual(['Used already.'])
})

test.each([undefined, null, 'text', [], {}, { error: null }, { error: { code: 7 } }])(
  'an answer without the error body (%j) is an error all the same',
  (body) => {
    expect(errorFromBody(502, body, 'req_3')).toMatchObject({
      status: 502,
      code: 'HTTP_502',
      requestId: 'req_3',
      retryable: true,
    })
  },
)

test('texts for people never show a code or a stack', () => {
  expect(errorText(networkError(new Error('ECONNREFUSED')))).toBe(
    'The service could not be reached. Check the connection.',
  )
  expect(errorText(new TypeError('x is undefined'))).not.toContain('undefined')
})
