import { expect, test } from 'vitest'
import { languages } from './language.ts'

test('every language that can be chosen has a catalogue, and no other', () => {
  const catalogues = Object.keys(import.meta.glob('../../messages/*/service.json'))
  const tags: readonly string[] = languages.map(({ tag }) => tag)
  expect(new Set(['en', ...catalogues.map((path) => path.split('/').at(-2))])).toEqual(
    new Set(tags),
  )
})
