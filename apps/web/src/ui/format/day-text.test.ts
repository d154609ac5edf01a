import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

test.each([
  '1990-04-12',
  '1990-4-12',
  '1990/04/12',
  '19900412',
  '12.04.1990',
  '12. 4. 1990',
  '12 Apr 1990',
  '12 April 1990',
  'April 12, 1990',
  'Apr 12 1990',
  ' 12.04.1990 ',
])('%j is a day', (typed) => {
  expect(dayText(typed)).toBe('1990-04-12')
})

test.each([
  ['13/04/1990', '1990-04-13'],
  ['04/13/1990', '1990-04-13'],
  ['04/04/1990', '1990-04-04'],
  ['29.02.2024', '2024-02-29'],
])('%j can only be %s', (typed, day) => {
  expect(dayText(typed)).toBe(day)
})

test.each([
  '04/12/1990',
  '12.13.1990',
  '30.02.2024',
  '12 Foo 1990',
  '1990',
  '12.04.90',
  '',
  'soon',
])('%j stays as it was typed', (typed) => {
  expect(dayText(typed)).toBe(typed)
})
