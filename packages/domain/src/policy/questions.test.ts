import type { PolicyCondition } from '@corridor/contract/policy'
import { describe, expect, test } from 'vitest'
import { decide, type Facts } from './index.ts'
import { factsOf, noon, policyOf, ruleOf } from './testing/cases.ts'
import type { Truth } from './truth.ts'

/** A rule that refuses matches what is true and what is not known, and says which. */
const truthOf = (when: PolicyCondition, facts: Partial<Facts>): Truth =>
  decide(policyOf([ruleOf({ when })]), factsOf(facts)).matched ?? 'no'

const over = (limit: string): PolicyCondition => ({ fact: 'amount', unit: 'USDC', over: limit })
const term = (fact: 'asset' | 'direction' | 'corridor', ...terms: string[]): PolicyCondition => ({
  fact,
  in: terms,
})
const payee = (...standings: ('known' | 'new' | 'listed')[]): PolicyCondition => ({
  fact: 'payee',
  in: standings,
})
const destination = (...terms: string[]): PolicyCondition => ({ fact: 'destination', in: terms })
const initiator = (...terms: string[]): PolicyCondition => ({ fact: 'initiator', in: terms })
const time = (from: string, to: string, zone = 'UTC'): PolicyCondition => ({
  fact: 'time',
  from,
  to,
  zone,
})
const days = (zone: string, ...terms: ('fri' | 'sat' | 'sun')[]): PolicyCondition => ({
  fact: 'day',
  in: terms,
  zone,
})
const amount = (text: string): Partial<Facts> => ({ amounts: { USDC: text } })
const clock = (hours: number, minutes = 0): Partial<Facts> => ({
  at: Date.UTC(2026, 10, 14, hours, minutes),
})

const table: [name: string, PolicyCondition, Partial<Facts>, Truth][] = [
  ['an amount above the limit', over('1000'), amount('1000.000000000000000001'), 'yes'],
  ['the limit itself', over('1000'), amount('1000.00'), 'no'],
  [
    'an amount that floats would round',
    over('9007199254740993'),
    amount('9007199254740993.1'),
    'yes',
  ],
  ['an amount with zeros beyond 18 decimals', over('1'), amount('1.00000000000000000000'), 'no'],
  ['an amount finer than 18 decimals', over('1'), amount('1.0000000000000000001'), 'unknown'],
  ['an amount in another unit', over('1000'), { amounts: { EURC: '1' } }, 'unknown'],
  ['an amount that is no decimal', over('1000'), amount('1e9'), 'unknown'],
  ['a negative amount', over('1000'), amount('-1'), 'unknown'],
  ['an empty amount', over('1000'), amount(''), 'unknown'],

  ['the asset', term('asset', 'EURC', 'USDC'), { asset: 'USDC' }, 'yes'],
  ['another asset', term('asset', 'EURC'), { asset: 'USDC' }, 'no'],
  ['no asset known', term('asset', 'EURC'), {}, 'unknown'],
  ['the direction', term('direction', 'ON_RAMP'), { direction: 'ON_RAMP' }, 'yes'],
  ['another direction', term('direction', 'ON_RAMP'), { direction: 'OFF_RAMP' }, 'no'],
  ['no direction known', term('direction', 'ON_RAMP'), {}, 'unknown'],

  ['the corridor', term('corridor', 'GB>NG', 'US>MX'), { corridor: 'US>MX' }, 'yes'],
  ['the corridor backwards', term('corridor', 'MX>US'), { corridor: 'US>MX' }, 'no'],
  ['any source', term('corridor', '*>MX'), { corridor: 'US>MX' }, 'yes'],
  ['any target', term('corridor', 'US>*'), { corridor: 'US>MX' }, 'yes'],
  ['any target of another source', term('corridor', 'GB>*'), { corridor: 'US>MX' }, 'no'],
  ['any corridor', term('corridor', '*>*'), { corridor: 'US>MX' }, 'yes'],
  ['half a corridor', term('corridor', 'US>*'), { corridor: 'US' }, 'unknown'],
  ['no corridor known', term('corridor', '*>*'), {}, 'unknown'],

  ['the payee', payee('new', 'listed'), { payee: 'new' }, 'yes'],
  ['another payee', payee('known'), { payee: 'new' }, 'no'],
  ['no payee known', payee('known', 'new', 'listed'), {}, 'unknown'],

  ['an address in other case', destination('0xAbCd'), { destinations: ['0xaBcD'] }, 'yes'],
  ['one of several names', destination('acc_1'), { destinations: ['0x1', 'acc_1'] }, 'yes'],
  ['another destination', destination('acc_1'), { destinations: ['acc_2'] }, 'no'],
  ['no destination', destination('acc_1'), { destinations: [] }, 'no'],
  ['no destination known', destination('acc_1'), {}, 'unknown'],

  ['one of the initiator’s words', initiator('role:a'), { initiator: ['key:k', 'role:a'] }, 'yes'],
  ['another initiator', initiator('role:a'), { initiator: ['member:a'] }, 'no'],
  ['no initiator known', initiator('role:a'), { initiator: [] }, 'unknown'],

  ['the first minute of a span', time('12:00', '13:00'), clock(12), 'yes'],
  ['the last minute of a span', time('12:00', '13:00'), clock(12, 59), 'yes'],
  ['the end of a span', time('12:00', '13:00'), clock(13), 'no'],
  ['before midnight in a span over it', time('22:00', '06:00'), clock(23), 'yes'],
  ['midnight in a span over it', time('22:00', '06:00'), clock(0), 'yes'],
  ['the end of a span over midnight', time('22:00', '06:00'), clock(6), 'no'],
  ['a span without length', time('12:00', '12:00'), clock(12), 'no'],
  ['a time in its zone', time('21:00', '22:00', 'Asia/Tokyo'), clock(12), 'yes'],
  ['half an hour of a zone', time('17:30', '17:31', 'Asia/Kolkata'), clock(12), 'yes'],
  ['summer time', time('14:00', '14:01', 'Europe/Oslo'), { at: Date.UTC(2026, 6, 1, 12) }, 'yes'],
  ['winter time', time('13:00', '13:01', 'Europe/Oslo'), clock(12), 'yes'],
  ['a zone that does not exist', time('00:00', '23:59', 'Nowhere/Land'), clock(12), 'unknown'],
  ['no time known', time('00:00', '23:59'), { at: Number.NaN }, 'unknown'],
  ['a time that no date has', time('00:00', '23:59'), { at: Infinity }, 'unknown'],

  ['the day', days('UTC', 'fri', 'sat'), clock(12), 'yes'],
  ['another day', days('UTC', 'sun'), clock(12), 'no'],
  ['the day in its zone', days('Pacific/Kiritimati', 'sun'), clock(12), 'yes'],
  ['a day where the zone does not exist', days('Nowhere/Land', 'sat'), clock(12), 'unknown'],
]

describe('a fact', () => {
  test.each(table)('%s', (_, condition, facts, truth) => {
    expect(truthOf(condition, facts)).toBe(truth)
  })
})

describe('conditions', () => {
  const truths: [Truth, PolicyCondition][] = [
    ['yes', { all: [] }],
    ['no', { not: { all: [] } }],
    ['unknown', payee('new')],
  ]
  const order: Truth[] = ['no', 'unknown', 'yes']

  test.each(truths.flatMap((a) => truths.map((b) => [a, b] as const)))(
    'all, any and not follow Kleene: %o with %o',
    ([a, left], [b, right]) => {
      const [low, high] = [a, b].sort((x, y) => order.indexOf(x) - order.indexOf(y))
      expect(truthOf({ all: [left, right] }, {})).toBe(low)
      expect(truthOf({ any: [left, right] }, {})).toBe(high)
      expect(truthOf({ not: left }, {})).toBe(order[2 - order.indexOf(a)])
    },
  )

  test('a condition without parts: all of none holds, any of none does not', () => {
    expect(truthOf({ all: [] }, {})).toBe('yes')
    expect(truthOf({ any: [] }, {})).toBe('no')
  })

  test('a limit that is no decimal is an error, not no limit', () => {
    expect(() => truthOf(over('1,000'), { ...amount('1'), at: noon })).toThrow('no decimal: 1,000')
  })
})
