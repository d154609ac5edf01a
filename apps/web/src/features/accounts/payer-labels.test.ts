import { describe, expect, test } from 'vitest'
import { payerLines, payerRuleText, readPayerLines } from './payer-labels.ts'

describe('the list of payers', () => {
  test('is written with one payer in each line', () => {
    const named = [
      { name: 'Bob Berg', accountMasked: '', status: 'ALLOWED' as const },
      { name: 'Eve Real', accountMasked: '••••6199', status: 'ALLOWED' as const },
    ]
    expect(payerLines({ allowed: 'NAMED', named })).toBe('Bob Berg\nEve Real; ••••6199')
  })

  test.each([
    [
      ' Bob Berg \n\nEve Real ; DE75 51',
      [{ name: 'Bob Berg' }, { name: 'Eve Real', account: 'DE75 51' }],
      '',
    ],
    ['', [], 'Name at least one payer.'],
    [
      'Eve; ••••6199',
      [{ name: 'Eve', account: '••••6199' }],
      'Write account numbers whole: only their ends are shown.',
    ],
    ['; DE75', [{ name: '', account: 'DE75' }], 'Each line begins with a name.'],
  ])('%j is read', (text, named, problem) => {
    expect(readPayerLines(text)).toEqual({ named, problem })
  })

  test('says in words who may pay', () => {
    expect(payerRuleText('ANYBODY')).toBe('Anybody')
  })
})
