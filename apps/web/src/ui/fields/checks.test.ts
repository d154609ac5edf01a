import { expect, test } from 'vitest'
import { messagesOf } from './checks.ts'
import { aField } from './testing/fields.ts'

test('every wrong answer has its message at once, at the input that it is about', () => {
  const fields = [
    aField('account.iban', { label: 'IBAN', validation: 'iban-mod97' }),
    aField('accountHolder.name', { label: 'Name' }),
    aField('accountHolder.address', { label: 'Address', type: 'address' }),
  ]
  const messages = messagesOf(fields, { 'account.iban': 'DE89370400440532013001' })
  expect([...messages.keys()]).toEqual([
    'account:iban',
    'accountHolder:name',
    'accountHolder:address:addressLine1',
    'accountHolder:address:city',
    'accountHolder:address:country',
  ])
  expect(messages.get('account:iban')).toContain('check digits')
  expect(messages.get('accountHolder:name')).toBe('Name is required.')
})

test('what is not asked for is not judged', () => {
  const fields = [
    aField('source'),
    aField('detail', { dependsOn: [{ key: 'source', equals: 'OTHER' }] }),
  ]
  expect(messagesOf(fields, { source: 'SALARY' }).size).toBe(0)
  expect([...messagesOf(fields, { source: 'OTHER' }).keys()]).toEqual(['detail'])
})
