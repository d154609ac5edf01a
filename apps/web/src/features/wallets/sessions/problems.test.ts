import { expect, test } from 'vitest'
import { ApiError } from '@corridor/client/http'
import { isAboutCode, SigningStopped, walletProblem } from './problems.ts'

const refused = (status: number, code: string) =>
  new ApiError({ status, code, message: 'Refused.' })

test.each([
  [refused(401, 'OTP_INVALID'), /wrong or was used/],
  [refused(429, 'RATE_LIMITED'), /Wait a few minutes/],
  [refused(401, 'SESSION_EXPIRED'), /Nothing was changed/],
  [refused(422, 'SOMETHING_NEW'), /^Refused\.$/],
  [refused(503, 'PROVIDER_UNAVAILABLE'), /answered 503/],
  [new SigningStopped('Nothing was signed.'), /^Nothing was signed\.$/],
  [new Error('internals'), /Reload to continue/],
])('%o has a text for people', (error, text) => {
  expect(walletProblem(error)).toMatch(text)
})

test('only what is about the code is shown at its field', () => {
  expect(isAboutCode(refused(401, 'OTP_EXPIRED'))).toBe(true)
  expect(isAboutCode(refused(429, 'RATE_LIMITED'))).toBe(false)
  expect(isAboutCode(new Error('OTP_INVALID'))).toBe(false)
})
