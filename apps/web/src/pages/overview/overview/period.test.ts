import { volumeRanges } from '@corridor/contract'
import { expect, test } from 'vitest'
import { beforeText } from './period.tsx'

test('each period that the service knows says how long before its other figure was', () => {
  expect(volumeRanges.map((range) => beforeText(range, '5'))).toEqual([
    '24 hours before: 5',
    '7 days before: 5',
    '30 days before: 5',
    '90 days before: 5',
  ])
})
