import { expect, test } from 'vitest'
import { missingForTravelRule, needsPurpose, type TravelRule } from './travel-rule.ts'

const originator = {
  name: 'Ada Okonkwo',
  account: '•••• 3000',
  dateOfBirth: '1990-04-12',
  nationalId: '',
  address: '',
  country: 'GB',
}
const whole: TravelRule = {
  originator,
  beneficiary: { name: 'Ben Sánchez', account: '•••• 1332', country: 'ES' },
  purposeCode: '',
}

test.each<[string, Partial<TravelRule>, string, string[]]>([
  ['nothing', {}, 'ES', []],
  ['a name', { originator: { ...originator, name: '' } }, 'ES', ['originator.name']],
  ['a country', { originator: { ...originator, country: '' } }, 'ES', ['originator.country']],
  [
    'everything that separates two of a name',
    { originator: { ...originator, dateOfBirth: '' } },
    'ES',
    ['originator.dateOfBirth'],
  ],
  [
    'nothing of a company with its number',
    { originator: { ...originator, dateOfBirth: '', nationalId: '201912345K' } },
    'ES',
    [],
  ],
  [
    'nothing of one whose address is known',
    { originator: { ...originator, dateOfBirth: '', address: '1 Long Lane, London' } },
    'ES',
    [],
  ],
  [
    'the payee',
    { beneficiary: { name: '', account: '', country: '' } },
    'ES',
    ['beneficiary.name', 'beneficiary.account'],
  ],
  ['the purpose where India asks for it', {}, 'IN', ['purposeCode']],
  ['nothing with a purpose', { purposeCode: 'FAMILY_SUPPORT' }, 'IN', []],
])('missing is %s', (_, change, country, missing) => {
  expect(missingForTravelRule({ ...whole, ...change }, country)).toEqual(missing)
})

test('a purpose is needed for India alone, and for no chain', () => {
  expect(['IN', 'ES', undefined].map(needsPurpose)).toEqual([true, false, false])
})
