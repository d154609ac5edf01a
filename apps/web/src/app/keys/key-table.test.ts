import { expect, test } from 'vitest'
import { nameOf, shortcuts, shortcutsOf } from './key-table.ts'

const event = (init: Partial<KeyboardEvent>): KeyboardEvent => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  return { ...none, ...init } as KeyboardEvent
}

test.each([
  [{ key: 'c' }, 'c'],
  [{ key: 'C', shiftKey: true }, 'Shift+c'],
  [{ key: 'C' }, 'c'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '/', shiftKey: true }, '/'],
  [{ key: 'Enter', shiftKey: true }, 'Shift+Enter'],
  [{ key: 'k', metaKey: true }, 'Mod+k'],
  [{ key: 'K', ctrlKey: true, shiftKey: true }, 'Mod+k'],
])('%j is %s', (init, name) => {
  expect(nameOf(event(init))).toBe(name)
})

test('no key but `[` has two meanings, and there the open record comes first', () => {
  const all = shortcuts.flatMap(({ keys, also = [] }) => [keys, ...also])
  const twice = all.filter((name, at) => all.indexOf(name) !== at)
  expect(twice).toEqual(['['])
  expect(shortcutsOf('[', false).map(({ action }) => action)).toEqual(['previousRecord', 'rail'])
})

test('after `g` a letter is a page, and otherwise what it is by itself', () => {
  expect(shortcutsOf('e', false).map(({ action }) => action)).toEqual(['export'])
  expect(shortcutsOf('e', true).map(({ to }) => to)).toEqual(['/entities'])
  expect(shortcutsOf('z', true)).toEqual([])
})

test('the pages have the letters of the design', () => {
  const letters = Object.fromEntries(
    shortcuts.flatMap(({ keys, label, action }) =>
      action === 'go' ? [[keys.slice(2), label]] : [],
    ),
  )
  expect(letters).toMatchObject({
    o: 'Overview',
    t: 'Transfers',
    a: 'Approvals',
    r: 'Pay-in routes',
    l: 'Liquidity',
    w: 'Wallets',
    e: 'Entities & KYC',
    h: 'Webhooks',
    d: 'Developers',
  })
})
