import { expect, test } from 'vitest'
import { counterPartyRisk } from './risk.ts'

const own = { isThirdParty: false, isKnown: true, nameMatch: 'MATCH', isLarge: false }

test.each([
  ['an own account that was paid before', {}, 'LOW', []],
  ['an account that was never paid', { isKnown: false }, 'MEDIUM', ['NEW_PAYEE']],
  ['somebody else', { isThirdParty: true }, 'MEDIUM', ['THIRD_PARTY_PAYEE']],
  ['a name that is nearly right', { nameMatch: 'CLOSE' }, 'MEDIUM', ['NAME_CLOSE_MATCH']],
  ['another name', { nameMatch: 'NO_MATCH' }, 'MEDIUM', ['NAME_NO_MATCH']],
  ['a large amount to a known account', { isLarge: true }, 'MEDIUM', ['LARGE_AMOUNT']],
  [
    'a large amount to a new one',
    { isLarge: true, isKnown: false },
    'MEDIUM',
    ['NEW_PAYEE', 'LARGE_AMOUNT'],
  ],
  [
    'a large amount to somebody else',
    { isLarge: true, isThirdParty: true },
    'HIGH',
    ['THIRD_PARTY_PAYEE', 'LARGE_AMOUNT'],
  ],
  [
    'a large amount to another name',
    { isLarge: true, nameMatch: 'NO_MATCH' },
    'HIGH',
    ['NAME_NO_MATCH', 'LARGE_AMOUNT'],
  ],
] as const)('the risk of %s', (_, change, level, reasons) => {
  const risk = counterPartyRisk({ ...own, ...change })
  expect(risk).toEqual({ level, reasons, acknowledgementRequired: level === 'HIGH' })
})
