import { expect, test } from 'vitest'
import { aField } from './testing/fields.ts'
import {
  answersOf,
  byKey,
  byName,
  decisiveText,
  type Kept,
  keysOf,
  mergeValues,
  shownGroups,
  typedOf,
} from './values.ts'

const bank = [
  aField('account.country', {
    type: 'select',
    refreshOnChange: true,
    options: [
      { value: 'DE', label: 'Germany' },
      { value: 'US', label: 'United States' },
    ],
  }),
  aField('account.iban'),
  aField('accountHolder.name', { value: 'Ada Okafor' }),
]
const kept = (values: Kept['values'], prefilled: Kept['prefilled'] = {}): Kept => ({
  values,
  prefilled,
})

test('what was typed survives other requirements as long as its key does', () => {
  const typed = {
    'account.country': 'US',
    'account.iban': 'DE89',
    'accountHolder.name': 'Ada Osei',
  }
  const next = [
    aField('account.routingNumber'),
    ...bank.filter(({ key }) => key !== 'account.iban'),
  ]
  const merged = mergeValues(next, kept(typed, { 'accountHolder.name': 'Ada Okafor' }))
  expect(merged.values).toEqual({
    'account.routingNumber': '',
    'account.country': 'US',
    'accountHolder.name': 'Ada Osei',
  })
})

test('a value that the service gave follows the service, and one typed over it does not', () => {
  const renamed = [aField('name', { value: 'New name' })]
  const prefilled = { name: 'Old name' }
  expect(mergeValues(renamed, kept({ name: 'Old name' }, prefilled)).values['name']).toBe(
    'New name',
  )
  expect(mergeValues(renamed, kept({ name: 'Typed' }, prefilled)).values['name']).toBe('Typed')
  expect(mergeValues(renamed, kept({ name: '' }, prefilled)).values['name']).toBe('New name')
})

test('an answer that only comes back from the service stays a person’s own', () => {
  const echoed = mergeValues([aField('name', { value: 'Typed' })], kept({ name: 'Typed' }))
  expect(typedOf(echoed.values, echoed.prefilled)).toEqual({ name: 'Typed' })
  expect(mergeValues([aField('name')], echoed).values).toEqual({ name: 'Typed' })
})

test('a choice that is no longer offered is dropped', () => {
  const [country] = bank
  const narrowed = [{ ...country, options: [{ value: 'DE', label: 'Germany' }] }] as typeof bank
  expect(mergeValues(narrowed, kept({ 'account.country': 'US' })).values).toEqual({
    'account.country': '',
  })
})

test('an address is answered by its lines', () => {
  const [home] = [aField('home', { type: 'address' })]
  const keys = home ? keysOf(home) : []
  expect(keys).toContain('home.addressLine1')
  expect(keys).not.toContain('home')
  const values = { 'home.city': ' Bristol ', 'home.country': 'GB' }
  expect(home && answersOf([home], values)).toEqual({
    'home.city': 'Bristol',
    'home.country': 'GB',
  })
})

test('only what is asked for is answered', () => {
  const detail = aField('detail', { dependsOn: [{ key: 'source', equals: 'OTHER' }] })
  const fields = [aField('source'), detail]
  const values = { source: 'OTHER', detail: 'Sale of a flat' }
  expect(answersOf(fields, values)).toEqual(values)
  expect(answersOf(fields, { ...values, source: 'SALARY' })).toEqual({ source: 'SALARY' })
})

test('a group without anything to ask is not shown', () => {
  const groups = [
    { key: 'a', title: 'A', fields: [aField('source')] },
    {
      key: 'b',
      title: 'B',
      fields: [aField('detail', { dependsOn: [{ key: 'source', equals: 'OTHER' }] })],
    },
  ]
  const titles = (source: string) => shownGroups(groups, { source }).map(({ title }) => title)
  expect(titles('SALARY')).toEqual(['A'])
  expect(titles('OTHER')).toEqual(['A', 'B'])
})

test('only a decisive answer asks the service again', () => {
  const before = { 'account.country': 'DE', 'account.iban': 'DE' }
  const same = decisiveText(bank, { ...before, 'account.iban': 'DE89' })
  expect(decisiveText(bank, before)).toBe(same)
  expect(decisiveText(bank, { ...before, 'account.country': 'US' })).not.toBe(same)
})

test('names of inputs lead back to keys', () => {
  const answers = { 'associatedPersons.0.firstName': 'Ada', plain: 'x' }
  expect(byKey(byName(answers))).toEqual(answers)
})
