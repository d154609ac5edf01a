import { expect, test } from 'vitest'
import { languages } from './language.ts'

test('every language that can be chosen has a catalogue, and no other', () => {
  const catalogues = Object.keys(import.meta.glob('../../messages/*/service.json'))
  const others = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en')
  expect(catalogues.map((path) => path.split('/').at(-2)).toSorted()).toEqual(others.toSorted())
})
