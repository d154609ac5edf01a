import { expect, test } from 'vitest'
import { type AskedActivity, saysWhatWasAsked } from './activities.ts'

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}
const asked: AskedActivity = {
  entityId: 'ent_1',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  parameters: { walletName: 'Everyday', accounts: 2 },
}

/** A prepared text as the service writes it, with something changed. */
function prepared(change: object = {}, parameters: object = {}) {
  const payload = {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: '1795251826123',
    organizationId: 'ent_1',
    activityId: 'act_1',
    parameters: { walletName: 'Everyday', accounts: [account, account], ...parameters },
    ...change,
  }
  return { activityId: 'act_1', payloadToSign: JSON.stringify(payload) }
}

test('a text that says exactly what was asked may be stamped', () => {
  expect(saysWhatWasAsked(prepared(), asked)).toBe(true)
})

test.each([
  ['another deed', prepared({ type: 'ACTIVITY_TYPE_EXPORT_WALLET' })],
  ['another entity', prepared({ organizationId: 'ent_2' })],
  ['another activity', prepared({ activityId: 'act_2' })],
  ['another name', prepared({}, { walletName: 'Everyday ' })],
  ['a further account', prepared({}, { accounts: [account, account, account] })],
  ['a key of another path', prepared({}, { accounts: [account, { ...account, path: 'm/0' }] })],
  ['a key of another curve', prepared({}, { accounts: [account, { ...account, curve: 'x' }] })],
  ['an account with more', prepared({}, { accounts: [account, { ...account, to: 'x' }] })],
  ['an account that is none', prepared({}, { accounts: [account, null] })],
  ['a further parameter', prepared({}, { mnemonicLength: 24 })],
  ['a further member', prepared({ signWith: '0x1' })],
  ['a space more', { activityId: 'act_1', payloadToSign: `${prepared().payloadToSign} ` }],
  ['no text of ours', { activityId: 'act_1', payloadToSign: '{}' }],
])('%s is not stamped', (_, changed) => {
  expect(saysWhatWasAsked(changed, asked)).toBe(false)
})

test('a passkey answers the challenge that was signed for', () => {
  const parameters = { authenticatorName: 'Laptop', challenge: 'AAAA' }
  const passkey: AskedActivity = {
    entityId: 'ent_1',
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
    parameters,
  }
  const text = (signed: object) => ({
    ...prepared({ type: passkey.type, parameters: signed }),
  })
  expect(saysWhatWasAsked(text(parameters), passkey)).toBe(true)
  expect(saysWhatWasAsked(text({ ...parameters, challenge: 'BBBB' }), passkey)).toBe(false)
})
