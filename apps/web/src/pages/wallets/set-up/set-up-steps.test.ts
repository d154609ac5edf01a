import { expect, test } from 'vitest'
import { type Facts, type Goal, needsSession, setUpSteps } from './set-up-steps.ts'

const nothing: Facts = { hasCode: false, hasSession: false, hasPasskey: false, hasWallet: false }

function states(goal: Goal, facts: Partial<Facts>): string {
  return setUpSteps(goal, { ...nothing, ...facts })
    .map(({ state }) => state)
    .join(' ')
}

test.each([
  [{}, 'current todo todo todo'],
  [{ hasCode: true }, 'done current todo todo'],
  [{ hasSession: true }, 'done done current todo'],
  [{ hasSession: true, hasPasskey: true }, 'done done done current'],
  // The session has ended: the passkey can sign for the wallet, nobody has to read mail again.
  [{ hasPasskey: true }, 'done done done current'],
  [{ hasPasskey: true, hasWallet: true }, 'done done done done'],
  // Made by a program, without any passkey.
  [{ hasWallet: true }, 'current todo todo done'],
] as const)('with %o the steps of a wallet are %s', (facts, expected) => {
  expect(states('wallet', facts)).toBe(expected)
})

test.each([
  [{ hasPasskey: true, hasWallet: true }, 'current todo todo'],
  [{ hasPasskey: true, hasCode: true }, 'done current todo'],
  [{ hasPasskey: true, hasSession: true }, 'done done current'],
])('a further passkey always needs a session: with %o %s', (facts, expected) => {
  expect(states('passkey', facts)).toBe(expected)
  expect(needsSession('passkey', { ...nothing, ...facts })).toBe(true)
})

test('a further account needs a session only where no passkey is', () => {
  expect(states('account', { hasWallet: true })).toBe('current todo todo')
  expect(states('account', { hasWallet: true, hasSession: true })).toBe('done done current')
  expect(states('account', { hasWallet: true, hasPasskey: true })).toBe('done done current')
})
