import { expect, test } from 'vitest'
import { cleanText } from './text.ts'

test.each([
  ['Ada Okonkwo', 'Ada Okonkwo'],
  ['Müller & Söhne GmbH', 'Muller + Sohne GmbH'],
  ['Straße 5', 'Strasse 5'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Ærø Ångström', 'AEro Angstrom'],
  ['Ελλάδα', 'Ellada'],
  ['Щука и Ёж', 'Shtuka i Ezh'],
  ['L’Oréal «Paris»', "L'Oreal .Paris."],
  ['FAIL BENEFICIARY_ACCOUNT_CLOSED', 'FAIL BENEFICIARY-ACCOUNT-CLOSED'],
  ['  many \n\t spaces  ', 'many spaces'],
  ['//slashes//in/the//text/', 'slashes/in/the/text'],
  ['李雷', ''],
  ['李雷 7', '.. 7'],
  ['<script>&amp;', '.script.+amp,'],
  ['', ''],
])('%j is written as %j', (text, clean) => {
  expect(cleanText(text, 70)).toBe(clean)
})

test('nothing is longer than it may be, nor ends in a space or a slash', () => {
  expect(cleanText('abc def', 4)).toBe('abc')
  expect(cleanText('abc/def', 4)).toBe('abc')
  expect(cleanText('ß'.repeat(9), 5)).toBe('sssss')
})
