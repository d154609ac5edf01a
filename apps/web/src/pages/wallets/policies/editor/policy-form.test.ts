import { PolicyRules } from '@corridor/contract/policy'
import { describe, expect, test } from 'vitest'
import { formOf, type PolicyForm, policyOf } from './policy-form.ts'

const none: PolicyRules = { rules: [], otherwise: 'allow' }
const nothing: PolicyForm = {
  receivers: undefined,
  perTransfer: [],
  perDay: [],
  hours: undefined,
  second: [],
}
const everything: PolicyForm = {
  receivers: ['0x1111111111111111111111111111111111111111'],
  perTransfer: [
    { unit: 'USDC', over: '1000' },
    { unit: 'DAI', over: '0.5' },
  ],
  perDay: [{ unit: 'USD', over: '5000' }],
  hours: { days: ['mon', 'fri'], from: '08:00', to: '18:30', zone: 'Europe/Berlin' },
  second: [{ unit: 'USDC', over: '100', by: 'passkey' }],
}

describe('forms and rules', () => {
  test('what the forms say becomes rules that are valid, and reads back as it was', () => {
    const policy = policyOf(everything, none)
    expect(PolicyRules.parse(policy)).toEqual(policy)
    expect(policy.rules).toHaveLength(6)
    expect(formOf(policy)).toEqual({ form: everything, others: [] })
  })

  test.each(['any', 'session', 'api_key'] as const)('a second signature by %s', (by) => {
    const policy = policyOf({ ...nothing, second: [{ unit: 'USDC', over: '1', by }] }, none)
    expect(policy.rules[0]?.then).toMatchObject({ approvals: [{ from: [by], count: 1 }] })
    expect(formOf(policy).form.second[0]?.by).toBe(by)
  })

  test('an empty form leaves no rule of its own', () => {
    expect(policyOf(nothing, policyOf(everything, none))).toEqual(none)
  })
})

describe('rules that no form shows', () => {
  const deny = (id: string, when: PolicyRules['rules'][number]['when'], on = ['sign']) =>
    ({ id, name: id, on, when, then: 'deny' }) as const
  const strange = [
    deny('count', { fact: 'count', by: 'wallet', windowSeconds: 3600, over: 3 }),
    deny('week', { fact: 'sum', unit: 'USDC', by: 'wallet', windowSeconds: 604_800, over: '1' }),
    deny('by-payee', { fact: 'sum', unit: 'USDC', by: 'payee', windowSeconds: 86_400, over: '1' }),
    deny('elsewhere', { fact: 'amount', unit: 'USDC', over: '1' }, ['transfers.simulate']),
    deny('both', { all: [{ fact: 'amount', unit: 'USDC', over: '1' }] }),
    deny('zones', {
      not: {
        all: [
          { fact: 'day', in: ['mon'], zone: 'UTC' },
          { fact: 'time', from: '08:00', to: '18:00', zone: 'Europe/Berlin' },
        ],
      },
    }),
    { ...deny('allowed', { fact: 'payee', in: ['known'] }), then: 'allow' as const },
  ]

  test('are kept as they are, at their places', () => {
    const limit = deny('my-limit', { fact: 'amount', unit: 'USDC', over: '10' })
    const before: PolicyRules = {
      rules: [...strange.slice(0, 3), limit, ...strange.slice(3)],
      otherwise: 'deny',
    }
    const { form, others } = formOf(before)
    expect(others).toEqual(strange)
    expect(form).toEqual({ ...nothing, perTransfer: [{ unit: 'USDC', over: '10' }] })
    expect(policyOf(form, before)).toEqual(before)

    const after = policyOf({ ...form, perTransfer: [{ unit: 'USDC', over: '20' }] }, before)
    expect(after.rules.map(({ id }) => id)).toEqual(before.rules.map(({ id }) => id))
    expect(after.rules[3]).toEqual({ ...limit, when: { ...limit.when, over: '20' } })
    expect(after.otherwise).toBe('deny')
  })

  test('a second limit of one unit is one of them, and ids stay apart', () => {
    const first = deny('transfer-limit-dai', { fact: 'amount', unit: 'USDC', over: '10' })
    const second = deny('again', { fact: 'amount', unit: 'USDC', over: '5' })
    const before: PolicyRules = { rules: [first, second], otherwise: 'allow' }
    expect(formOf(before).others).toEqual([second])
    const perTransfer = [
      { unit: 'USDC', over: '10' },
      { unit: 'DAI', over: '1' },
    ]
    const after = policyOf({ ...nothing, perTransfer }, before)
    expect(after.rules.map(({ id }) => id)).toEqual([
      'transfer-limit-dai',
      'again',
      'transfer-limit-dai-2',
    ])
    expect(PolicyRules.safeParse(after).success).toBe(true)
  })
})
