import { expect, test } from 'vitest'
import { ivms101Of, type TravelPerson } from './ivms101.ts'

const ada: TravelPerson = {
  isBusiness: false,
  name: { name: 'Ada Okonkwo' },
  parts: { firstName: 'Ada', lastName: 'Okonkwo' },
  customerId: 'ent_1',
  account: '•••• 3000',
  lei: '',
  country: 'GB',
}
const payee: TravelPerson = { ...ada, customerId: '', account: '0xAb' }
const from = { name: 'Corridor' }
const messageOf = (originator: TravelPerson) => ivms101Of({ originator, beneficiary: payee, from })
const personOf = (originator: TravelPerson) => messageOf(originator).originator.originatorPersons[0]
const LEGL = { nameIdentifierType: 'LEGL' }
const legal = (legalPersonName: string) => ({
  legalPersonName,
  legalPersonNameIdentifierType: 'LEGL',
})

test.each<[string, Partial<TravelPerson>, object]>([
  [
    'a person of two names',
    {},
    { nameIdentifier: [{ primaryIdentifier: 'Okonkwo', secondaryIdentifier: 'Ada', ...LEGL }] },
  ],
  [
    'a person of one name',
    { name: { name: 'Suharto' }, parts: { firstName: 'Suharto', lastName: '' } },
    { nameIdentifier: [{ primaryIdentifier: 'Suharto', ...LEGL }] },
  ],
  [
    'letters that the standard does not have',
    { name: { name: 'José Müß' }, parts: { firstName: 'José', lastName: 'Müß' } },
    { nameIdentifier: [{ primaryIdentifier: 'Muss', secondaryIdentifier: 'Jose', ...LEGL }] },
  ],
  [
    'a name in another script, with its Latin one in one line',
    {
      name: { name: '明 李', latinName: 'Ming Li' },
      parts: { firstName: '明', lastName: '李' },
      country: 'CN',
    },
    {
      nameIdentifier: [{ primaryIdentifier: 'Ming Li', ...LEGL }],
      localNameIdentifier: [{ primaryIdentifier: '李', secondaryIdentifier: '明', ...LEGL }],
    },
  ],
  [
    'a name in another script alone',
    { name: { name: 'Иван Петров' }, parts: undefined, country: 'RU' },
    {
      nameIdentifier: [{ primaryIdentifier: 'Ivan Petrov', ...LEGL }],
      localNameIdentifier: [{ primaryIdentifier: 'Иван Петров', ...LEGL }],
    },
  ],
])('%s', (_, change, name) => {
  expect(personOf({ ...ada, ...change })).toMatchObject({ naturalPerson: { name } })
})

test('the script that was transliterated is named, Persian apart from Arabic, and nothing of Latin', () => {
  const scriptOf = (name: string, country: string) =>
    messageOf({ ...ada, name: { name }, country }).payloadMetadata?.transliterationMethod
  expect(scriptOf('محمد علي', 'EG')).toEqual(['arab'])
  expect(scriptOf('محمد علی', 'IR')).toEqual(['aran'])
  expect(scriptOf('さくら 田中', 'JP')).toEqual(['kana'])
  expect(scriptOf('김민수', 'KR')).toEqual(['kore'])
  expect(scriptOf('ທອງ', 'LA')).toEqual(['othr'])
  expect(scriptOf('Ada Okonkwo', 'GB')).toBeUndefined()
})

test('a company has its LEI; a registration number without its authority is left out', () => {
  const company = {
    ...ada,
    isBusiness: true,
    name: { name: '東方商事 Ltd' },
    lei: '5493001KJTIIGC8Y1R12',
  }
  expect(personOf({ ...company, name: { name: '東方商事', latinName: 'Toho Shoji' } })).toEqual({
    legalPerson: {
      name: { nameIdentifier: [legal('Toho Shoji')], localNameIdentifier: [legal('東方商事')] },
      customerIdentification: 'ent_1',
      nationalIdentification: {
        nationalIdentifier: '5493001KJTIIGC8Y1R12',
        nationalIdentifierType: 'LEIX',
      },
      countryOfRegistration: 'GB',
    },
  })
  expect(personOf({ ...company, lei: '' })).not.toHaveProperty('legalPerson.nationalIdentification')
})

test.each([
  ['whole', { addressLine1: '1 Long Lane', city: 'London', postalCode: 'E1', state: 'ENG' }, true],
  ['without a town', { addressLine1: '1 Long Lane' }, false],
  ['without a line', { city: 'London' }, false],
])('an address %s', (_, postal, isThere) => {
  const sent = personOf({ ...ada, postal })
  if (!isThere) return expect(sent).not.toHaveProperty('naturalPerson.geographicAddress')
  expect(sent).toHaveProperty('naturalPerson.geographicAddress', [
    {
      addressType: 'HOME',
      addressLine: ['1 Long Lane'],
      postCode: 'E1',
      townName: 'London',
      countrySubDivision: 'ENG',
      country: 'GB',
    },
  ])
})

test('both accounts and both providers are named, the payee’s where it is known', () => {
  const message = ivms101Of({ originator: ada, beneficiary: payee, from, to: { name: 'Börse' } })
  expect(message.originator.accountNumber).toEqual(['**** 3000'])
  expect(message.beneficiary.accountNumber).toEqual(['0xAb'])
  expect(message.originatingVASP.originatingVASP).toEqual({
    legalPerson: { name: { nameIdentifier: [legal('Corridor')] } },
  })
  expect(message.beneficiaryVASP?.beneficiaryVASP.legalPerson.name.nameIdentifier).toEqual([
    legal('Borse'),
  ])
  expect(messageOf(ada)).not.toHaveProperty('beneficiaryVASP')
})
