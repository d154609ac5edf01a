import type { PolicyCondition } from '@corridor/contract/policy'
import { expect, test } from 'vitest'
import { decide, type Facts } from './index.ts'
import { factsOf, noon, policyOf, ruleOf } from './testing/cases.ts'

const facts: Facts = factsOf({
  amounts: { USD: '2500.10' },
  asset: 'USDC',
  corridor: 'US>MX',
  payee: 'listed',
  destinations: ['0xAb', 'acc_1'],
  initiator: ['member:mem_1', 'method:passkey'],
  scopes: { wallet: 'w1' },
  history: [{ at: noon - 1, amounts: {}, scopes: { wallet: 'w1' } }],
})
const window = { by: 'wallet', windowSeconds: 3_600 } as const
const isNew: PolicyCondition = { fact: 'payee', in: ['new'] }
const direction: PolicyCondition = { fact: 'direction', in: ['ON_RAMP'] }
const asset: PolicyCondition = { fact: 'asset', in: ['USDC'] }

const table: [reason: string, PolicyCondition][] = [
  ['2,500.1 USD is more than 99 USD, the limit of rule “R”.', amountOver('99')],
  ['2,500.1 USD is no more than 9,999 USD, the limit of rule “R”.', { not: amountOver('9999') }],
  [
    'With this, the sum within 1 hour by this wallet is at least 2,500.1 USD, more than 99 USD, the limit of rule “R”.',
    { fact: 'sum', unit: 'USD', ...window, over: '99' },
  ],
  [
    'How much USD moved within 1 hour by this wallet is not known.',
    { fact: 'sum', unit: 'USD', ...window, over: '9999' },
  ],
  [
    'With this, the number of operations within 1 hour by this wallet is 2, more than 1, the limit of rule “R”.',
    { fact: 'count', ...window, over: 1 },
  ],
  ['How much EUR it moves is not known.', { fact: 'amount', unit: 'EUR', over: '1' }],
  ['The direction is not known.', direction],
  ['The asset is USDC.', asset],
  ['The asset is USDC, not EURC or PYUSD.', { not: { fact: 'asset', in: ['EURC', 'PYUSD'] } }],
  ['The corridor is US to MX.', { fact: 'corridor', in: ['US>*'] }],
  ['The corridor is US to MX, not GB to any country.', { not: { fact: 'corridor', in: ['GB>*'] } }],
  ['The payee is on the list, not new.', { not: isNew }],
  ['It goes to 0xAb.', { fact: 'destination', in: ['0xaB'] }],
  ['It goes to 0xAb, not to acc_2.', { not: { fact: 'destination', in: ['acc_2'] } }],
  ['The initiator is member mem_1 and passkey.', { fact: 'initiator', in: ['method:passkey'] }],
  ['It is Saturday 12:00 in UTC.', { fact: 'day', in: ['sat'], zone: 'UTC' }],
  [
    'It is Saturday 21:00 in Asia/Tokyo, not between 22:00 and 06:00.',
    { not: { fact: 'time', from: '22:00', to: '06:00', zone: 'Asia/Tokyo' } },
  ],
  [
    'The time in Nowhere/Land is not known.',
    { fact: 'time', from: '22:00', to: '06:00', zone: 'Nowhere/Land' },
  ],
]

function amountOver(over: string): PolicyCondition {
  return { fact: 'amount', unit: 'USD', over }
}

const reasonsFor = (when: PolicyCondition): string[] =>
  decide(policyOf([ruleOf({ name: 'R', when })]), facts).because

test.each(table)('reason: %s', (reason, when) => {
  expect(reasonsFor(when)).toEqual([reason, 'Rule “R” refuses it.'])
})

test('only what made the condition hold is a reason', () => {
  expect(reasonsFor({ any: [isNew, direction, asset] }).slice(0, -1)).toEqual([
    'The asset is USDC.',
  ])
  expect(reasonsFor({ any: [isNew, direction] }).slice(0, -1)).toEqual([
    'The direction is not known.',
  ])
  expect(reasonsFor({ all: [direction, asset] }).slice(0, -1)).toEqual([
    'The direction is not known.',
    'The asset is USDC.',
  ])
  expect(reasonsFor({ not: { all: [asset, isNew] } }).slice(0, -1)).toEqual([
    'The payee is on the list, not new.',
  ])
})
