import { expect, test } from 'vitest'
import { filled, fitting, readText } from './items.ts'
import { hitPath, idIn, recordPath } from '../../routing/record-path.ts'

test.each([
  ['nordlicht ', 'all', 'nordlicht'],
  ['> new', 'actions', 'new'],
  ['@lena', 'people', 'lena'],
  ['# mine', 'views', 'mine'],
  ['lena@example.com', 'all', 'lena@example.com'],
])('%s asks for %s: %s', (typed, mode, text) => {
  expect(readText(typed)).toEqual({ mode, text })
})

const items = [
  { key: '1', label: 'New transfer' },
  { key: '2', label: 'Transfers', sub: 'Go to' },
]

test('every word has to be there, in any order', () => {
  expect(fitting(items, 'transfer NEW').map(({ key }) => key)).toEqual(['1'])
  expect(fitting(items, 'transfer').map(({ key }) => key)).toEqual(['1', '2'])
  expect(fitting(items, '')).toHaveLength(2)
})

test('a record stands in the first section that has it, and empty sections go', () => {
  const sections = filled([
    { title: 'Recent', items: items.slice(0, 1) },
    { title: 'None', items: [] },
    { title: 'All', items: [...items, ...items] },
    { title: 'Again', items },
  ])
  expect(sections.map(({ title, items: own }) => [title, own.length])).toEqual([
    ['Recent', 1],
    ['All', 1],
  ])
})

const id = (prefix: string) => `${prefix}01m80r0c3x0000000000000000`

test('an id that is whole leads to its page, anything less to none', () => {
  expect(recordPath(id('exec_'))).toBe(`/transfers/${id('exec_')}`)
  expect(recordPath(id('cexec-'))).toBe(`/transfers/${id('cexec-')}`)
  expect(recordPath(id('ent_'))).toBe(`/entities/${id('ent_')}`)
  for (const text of ['exec_01', id('exec_').slice(0, -1), `${id('exec_')}/../x`, id('nope_'), ''])
    expect(recordPath(text)).toBeUndefined()
})

test('what has no page of its own leads to that of its customer or drawing', () => {
  const wallet = { kind: 'wallet', id: id('wal_'), parentId: id('ent_') }
  expect(hitPath(wallet)).toBe(`/wallets/${id('ent_')}`)
})

test('the record of an address is the first id in it', () => {
  expect(idIn(`/transfers/${id('exec_')}/ledger`)).toBe(id('exec_'))
  expect(idIn('/transfers/new')).toBeUndefined()
})
