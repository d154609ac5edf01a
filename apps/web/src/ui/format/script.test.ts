import { expect, test } from 'vitest'
import { scriptTag } from './script.ts'

test.each([
  ['李娜', 'und-Hani'],
  ['山田 はな', 'ja'],
  ['김민수', 'ko'],
  ['Иван Петров', 'und-Cyrl'],
  ['محمد علي', 'und-Arab'],
  ['Νίκος Παπαδόπουλος', 'el'],
  ['Łukasz Ďurišin', undefined],
  ['', undefined],
])('%s is written in %s', (name, tag) => {
  expect(scriptTag(name)).toBe(tag)
})
