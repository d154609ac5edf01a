import { expect, test } from 'vitest'
import { rememberServiceTime, serviceNow } from '../../../api/clock.ts'
import { forgetCode, pendingCode, rememberCode } from './pending-code.ts'

const start = serviceNow()
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const code = () => ({
  otpId: 'otp_1',
  channel: 'EMAIL' as const,
  expiresAt: at(300),
  resendAfter: at(30),
  otpEncryptionTargetBundle: '{}',
})

test('a code that was sent is remembered by its entity, the same object each time', () => {
  rememberCode('ent_1', code())
  expect(pendingCode('ent_1')).toMatchObject({ otpId: 'otp_1' })
  expect(pendingCode('ent_1')).toBe(pendingCode('ent_1'))
  expect(pendingCode('ent_2')).toBeUndefined()
})

test('a newer code takes the place of the one before, and a used one is forgotten', () => {
  rememberCode('ent_1', code())
  rememberCode('ent_1', { ...code(), otpId: 'otp_2' })
  expect(pendingCode('ent_1')?.otpId).toBe('otp_2')
  forgetCode('ent_1')
  expect(pendingCode('ent_1')).toBeUndefined()
})

test('a code ends by the service’s clock, not by the device’s', () => {
  rememberCode('ent_1', code())
  rememberServiceTime(at(299))
  expect(pendingCode('ent_1')).toBeDefined()
  rememberServiceTime(at(301))
  expect(pendingCode('ent_1')).toBeUndefined()
  rememberServiceTime(at(0))
})

test('neither the address of a code nor anything else of its answer is kept', () => {
  const sent = { ...code(), destinationMasked: 'a•••@example.com' }
  rememberCode('ent_1', sent)
  expect(Object.keys(pendingCode('ent_1') ?? {}).sort()).toEqual([
    'channel',
    'expiresAt',
    'otpEncryptionTargetBundle',
    'otpId',
    'resendAfter',
  ])
})
