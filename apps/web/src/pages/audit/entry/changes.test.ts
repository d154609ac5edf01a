import { expect, test } from 'vitest'
import { changesOf } from './entry.tsx'

test('changed members stand first, unchanged ones after them, in their order', () => {
  const before = { name: 'Ada', status: 'NEW', limits: [1, 2], gone: true }
  const after = { name: 'Ada', status: 'ACTIVE', limits: [1, 2], more: { a: null } }
  expect(changesOf(before, after)).toEqual([
    { name: 'status', before: 'NEW', after: 'ACTIVE', isChanged: true },
    { name: 'gone', before: 'true', after: '', isChanged: true },
    { name: 'more', before: '', after: '{"a":null}', isChanged: true },
    { name: 'name', before: 'Ada', after: 'Ada', isChanged: false },
    { name: 'limits', before: '[1,2]', after: '[1,2]', isChanged: false },
  ])
  expect(changesOf(null, null)).toEqual([])
})
