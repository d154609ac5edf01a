import { expect, test } from 'vitest'
import { codeChannel, deviceClass, methodName } from './auth-labels.ts'

test.each([
  [['AUTHENTICATOR_TRANSPORT_HYBRID', 'AUTHENTICATOR_TRANSPORT_INTERNAL'], 'Computer or phone'],
  [['hybrid'], 'Phone'],
  [['AUTHENTICATOR_TRANSPORT_USB', 'AUTHENTICATOR_TRANSPORT_NFC'], 'Security key'],
  [['AUTHENTICATOR_TRANSPORT_SMART_CARD'], 'Smart card'],
  [[], 'Unknown'],
])('a passkey reached by %j is a %s', (transports, device) => {
  expect(deviceClass(transports)).toBe(device)
})

test('a method nobody has seen before keeps its own name', () => {
  expect(methodName('Email_Auth')).toBe('E-mail code')
  expect(methodName('Carrier_Pigeon')).toBe('Carrier_Pigeon')
})

const method = (authType: string, status = 'ACTIVE') => ({ authType, status })

test.each([
  ['nobody has signed yet: its e-mail address becomes the first method', [], 'OTP_TYPE_EMAIL'],
  [
    'it has e-mail',
    [method('API_Key'), method('Email_Auth', 'PENDING_VERIFICATION')],
    'OTP_TYPE_EMAIL',
  ],
  ['it has a phone only', [method('SMS_Auth')], 'OTP_TYPE_SMS'],
  [
    'its e-mail method was revoked',
    [method('Email_Auth', 'REVOKED'), method('SMS_Auth')],
    'OTP_TYPE_SMS',
  ],
  ['all of its methods were revoked', [method('API_Key', 'REVOKED')], 'OTP_TYPE_EMAIL'],
  ['only programs sign for it', [method('API_Key'), method('OAuth')], undefined],
])('how a code reaches an entity when %s', (_, methods, channel) => {
  expect(codeChannel(methods)).toBe(channel)
})
