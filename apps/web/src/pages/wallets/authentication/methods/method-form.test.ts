import { expect, test } from 'vitest'
import { saysWhatWasAsked } from '../../../../signing/activities.ts'
import { askedFor, checkMethod, type MethodForm } from './method-form.ts'

const form: MethodForm = {
  authType: 'API_Key',
  name: ' Server ',
  publicKey: `02${'ab'.repeat(32)}`,
  email: 'Ada@Example.com',
  phoneNumber: '+44 (0)20 7946 0958',
  oidcToken: `x.${btoa(JSON.stringify({ iss: 'https://id.example.com', sub: 'ada', aud: 'app' }))}.y`,
}

function says(change: Partial<MethodForm>, parameters: object): boolean {
  const payloadToSign = JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_AUTH_METHOD',
    timestampMs: '1795251826123',
    organizationId: 'ent_1',
    activityId: 'act_1',
    parameters,
  })
  const asked = askedFor('ent_1', { ...form, ...change })
  return saysWhatWasAsked({ activityId: 'act_1', payloadToSign }, asked)
}

test('a key is signed for in its compressed form', () => {
  const parameters = { authType: 'API_Key', apiKeyName: 'Server', publicKey: form.publicKey }
  expect(says({}, parameters)).toBe(true)
  const uncompressed = `04${'ab'.repeat(32)}${'cd'.repeat(32)}`
  expect(says({ publicKey: uncompressed.toUpperCase() }, parameters)).toBe(true)
  expect(says({}, { ...parameters, publicKey: `02${'ac'.repeat(32)}` })).toBe(false)
  expect(says({}, { ...parameters, apiKeyName: 'Other' })).toBe(false)
})

test('a contact is signed for as the service writes it, and no other', () => {
  const mail = { authType: 'Email_Auth', contact: 'ada@example.com' }
  expect(says({ authType: 'Email_Auth' }, mail)).toBe(true)
  expect(says({ authType: 'Email_Auth' }, { ...mail, contact: 'eve@example.com' })).toBe(false)
  const phone = { authType: 'SMS_Auth', contact: '+442079460958' }
  expect(says({ authType: 'SMS_Auth' }, phone)).toBe(true)
  expect(says({ authType: 'SMS_Auth' }, { ...phone, contact: '+442079460959' })).toBe(false)
  expect(says({ authType: 'SMS_Auth' }, mail)).toBe(false)
})

test('an identity is the one that the token names', () => {
  const identity = {
    authType: 'OAuth',
    providerName: 'Server',
    issuer: 'https://id.example.com',
    subject: 'ada',
    audience: 'app',
    oidcTokenHash: 'ab'.repeat(32),
  }
  expect(says({ authType: 'OAuth' }, identity)).toBe(true)
  for (const change of [{ issuer: 'https://evil.example' }, { subject: 'eve' }, { audience: 'x' }])
    expect(says({ authType: 'OAuth' }, { ...identity, ...change })).toBe(false)
  expect(says({ authType: 'OAuth', oidcToken: 'x' }, identity)).toBe(false)
})

test.each([
  [{ authType: 'API_Key', name: '', publicKey: 'x' }, ['name', 'publicKey']],
  [{ authType: 'Email_Auth', email: 'ada' }, ['email']],
  [{ authType: 'SMS_Auth', phoneNumber: '020 7946 0958' }, ['phoneNumber']],
  [{ authType: 'OAuth', name: '', oidcToken: ' ' }, ['name', 'oidcToken']],
  [{}, []],
] as [Partial<MethodForm>, string[]][])('%j lacks %j', (change, fields) => {
  expect(Object.keys(checkMethod({ ...form, ...change }))).toEqual(fields)
})
