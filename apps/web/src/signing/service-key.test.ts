import { expect, test } from 'vitest'
import { pinnedServiceKey } from './service-key.ts'

const bundleOf = (key: string) => JSON.stringify({ enclaveQuorumPublic: key })

test('the first key of a workspace is the one that holds', () => {
  expect(pinnedServiceKey('ws_1', bundleOf('04aa'))).toBe('04aa')
  expect(pinnedServiceKey('ws_1', bundleOf('04bb'))).toBeUndefined()
  expect(pinnedServiceKey('ws_1', bundleOf('04aa'))).toBe('04aa')
  expect(pinnedServiceKey('ws_2', bundleOf('04bb'))).toBe('04bb')
})

test('what names no key pins none', () => {
  for (const bundle of ['', 'x', '{}', '{"enclaveQuorumPublic":1}'])
    expect(pinnedServiceKey('ws_3', bundle)).toBeUndefined()
  expect(pinnedServiceKey('ws_3', bundleOf('04cc'))).toBe('04cc')
})
