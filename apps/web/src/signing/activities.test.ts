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

test('a policy is signed for as it was drawn up, in whatever order its members stand', () => {
  const policy = {
    rules: [{ id: 'limit', when: { fact: 'amount', over: '10' }, then: 'deny' }],
    otherwise: 'allow',
  }
  const parameters = { walletId: 'wal_1', version: 2, policy }
  const change: AskedActivity = {
    entityId: 'ent_1',
    type: 'ACTIVITY_TYPE_SET_POLICY',
    parameters,
  }
  const says = (signed: object) =>
    saysWhatWasAsked(prepared({ type: change.type, parameters: signed }), change)
  const [rule] = policy.rules
  expect(says(parameters)).toBe(true)
  const { rules, otherwise } = policy
  expect(says({ ...parameters, policy: { otherwise, rules } })).toBe(true)
  expect(says({ ...parameters, version: 3 })).toBe(false)
  expect(says({ ...parameters, policy: { ...policy, otherwise: 'deny' } })).toBe(false)
  expect(says({ ...parameters, policy: { ...policy, rules: [rule, rule] } })).toBe(false)
  expect(says({ ...parameters, policy: { ...policy, rules: [{ ...rule, on: [] }] } })).toBe(false)
  expect(says({ ...parameters, policy: [policy] })).toBe(false)
})

test('one passkey is removed, and no other with it', () => {
  const removal: AskedActivity = {
    entityId: 'ent_1',
    type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    parameters: { authenticatorIds: ['pk_1'] },
  }
  const says = (authenticatorIds: unknown) =>
    saysWhatWasAsked(prepared({ type: removal.type, parameters: { authenticatorIds } }), removal)
  expect(says(['pk_1'])).toBe(true)
  for (const other of [[], ['pk_2'], ['pk_1', 'pk_2'], 'pk_1', { 0: 'pk_1' }])
    expect(says(other)).toBe(false)
})
