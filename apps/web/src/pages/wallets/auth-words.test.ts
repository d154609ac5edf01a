import { expect, test } from 'vitest'
import { deviceClass, methodName } from './auth-words.ts'

test.each([
  [['AUTHENTICATOR_TRANSPORT_HYBRID', 'AUTHENTICATOR_TRANSPORT_INTERNAL'], 'Computer or phone'],
  [['hybrid'], 'Phone'],
  [['AUTHENTICATOR_TRANSPORT_USB', 'AUTHENTICATOR_TRANSPORT_NFC'], 'Security key'],
  [['AUTHENTICATOR_TRANSPORT_SMART_CARD'], 'Smart card'],
  [[], 'Unknown'],
])('a passkey reached by %j is a %s', (transports, device) => {
  expect(deviceClass(transports)).toBe(device)
})

test('a method nobody has seen before keeps its own word', () => {
  expect(methodName('Email_Auth')).toBe('E-mail code')
  expect(methodName('Carrier_Pigeon')).toBe('Carrier_Pigeon')
})
