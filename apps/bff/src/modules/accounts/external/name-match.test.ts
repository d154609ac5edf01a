import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchNames } from '@corridor/screening'
import type { PayeeAnswer } from '../../../ports/payee-check.ts'
import { matchOf } from './names.ts'

test.each([
  ['Ada Okonkwo', 'Ada Okonkwo', 'MATCH'],
  ['OKONKWO, ADA', 'Ada Okonkwo', 'MATCH'],
  ['José Muñoz', 'Jose Munoz', 'MATCH'],
  ['Orchid Clinics Pte. Ltd.', 'Orchid Clinics Pte', 'MATCH'],
  ['Ada N. Okonkwo', 'Ada Okonkwo', 'CLOSE'],
  ['Ada Okonkwa Smith', 'Ada Okonkwo Smith', 'CLOSE'],
  ['Maria Fernandez', 'Maria Hernandez', 'CLOSE'],
  ['Ada', 'Ada Okonkwo', 'NO_MATCH'],
  ['Grace Hopper', 'Ada Okonkwo', 'NO_MATCH'],
  ['Grace Hopper / Ada Okonkwo', 'Ada Okonkwo', 'NO_MATCH'],
  ['Ivan Petrova', 'Ivan Petrov', 'CLOSE'],
  ['王小明', 'Wang Xiaoming', 'MATCH'],
  ['', 'Ada Okonkwo', 'NO_MATCH'],
  ['Ltd', 'Ltd', 'MATCH'],
  ['山田太郎', '山田太郎', 'MATCH'],
])('%s for the customer %s: %s', (holder, customer, match) => {
  expect(matchNames(holder, customer)).toBe(match)
})

test('a name matches itself, and two names match each other both ways', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{2,12}( [A-Za-z]{2,12}){0,3}$/), (name) => {
      expect(matchNames(name, name.toUpperCase())).toBe('MATCH')
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(matchNames(a, b)).toBe(matchNames(b, a))
    }),
  )
})

test.each([
  ['no, and no name', { outcome: 'NO_MATCH' }, 'NO_MATCH'],
  ['no, and the customer’s other name', { outcome: 'NO_MATCH', name: 'Ada Okonkwo' }, 'NO_MATCH'],
  ['yes, and a stranger’s name', { outcome: 'MATCH', name: 'Mallory Stranger' }, 'NO_MATCH'],
  ['nearly', { outcome: 'CLOSE_MATCH', name: 'Ada M. Okonkwo' }, 'CLOSE'],
  ['nothing', { outcome: 'NOT_POSSIBLE' }, 'MATCH'],
] as const)('where the bank answers %s, the holder fits so', (_, atBank, fit) => {
  const ada = { name: 'Ada Okonkwo', latinName: '' }
  expect(matchOf(ada, atBank as PayeeAnswer, ada)).toBe(fit)
})
