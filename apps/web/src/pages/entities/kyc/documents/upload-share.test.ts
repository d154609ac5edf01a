import { expect, test } from 'vitest'
import { bytesText } from '../../../../ui/format/bytes.ts'
import { fileProblem, sharesOf } from './upload-share.ts'

test('bytes that have left count for the first file until it is through', () => {
  const sizes = [100, 300]
  expect(sharesOf(0, 450, sizes)).toEqual([0, 0])
  expect(sharesOf(50, 450, sizes)).toEqual([0, 0])
  expect(sharesOf(100, 450, sizes)).toEqual([0.5, 0])
  expect(sharesOf(300, 450, sizes)).toEqual([1, 0.5])
  expect(sharesOf(450, 450, sizes)).toEqual([1, 1])
})

const rules = { maxBytes: 10_485_760, mime: ['image/jpeg', 'application/pdf'] }

test.each([
  [{ size: 10, type: 'image/jpeg' }, undefined],
  [{ size: 0, type: 'image/jpeg' }, 'This file is empty.'],
  [{ size: 10, type: 'text/html' }, 'Only JPEG, PDF is accepted.'],
  [
    { size: 12_000_000, type: 'application/pdf' },
    'This file has 12 MB; at most 10.5 MB are accepted.',
  ],
])('a file is judged before it is sent: %j', (file, expected) => {
  expect(fileProblem(file, rules, bytesText)).toBe(expected)
})

test('sizes read as people write them', () => {
  expect([482, 1200, 10_485_760].map(bytesText)).toEqual(['482 B', '1.2 kB', '10.5 MB'])
})
