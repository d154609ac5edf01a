import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatId, parseId } from './ids.ts'

test('every UUID comes back from its written form', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const text = formatId('ent', uuid)
      expect(text).toMatch(/^ent_[0-9a-hjkmnp-tv-z]{26}$/)
      expect(parseId('ent', text)).toBe(uuid)
    }),
  )
})

test('a wallet execution is written with a dash, as the specification does', () => {
  expect(formatId('cexec', '01890a5d-ac96-774b-bcce-b302099a8057')).toMatch(/^cexec-/)
})

test.each([
  ['', 'empty'],
  ['ent_', 'no digits'],
  ['acc_01h455vb4pex5vsknk084sn02q', 'another prefix'],
  ['ent_01H455VB4PEX5VSKNK084SN02Q', 'upper case'],
  ['ent_01h455vb4pex5vsknk084sn02u', 'a letter outside the alphabet'],
  ['ent_81h455vb4pex5vsknk084sn02q', 'more than 128 bits'],
])('%s is no id: %s', (text) => {
  expect(parseId('ent', text)).toBeUndefined()
})
