import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rich } from './rich.tsx'
import { codeLabel, codeText, failureText } from './service.ts'
import { plural, t } from './text.ts'

test('a message is filled in; what is not given stays, so that it is noticed', () => {
  expect(t('Ends {at}', { at: 'today' })).toBe('Ends today')
  expect(t('{a} and {a}, not {b}', { a: 2 })).toBe('2 and 2, not {b}')
  expect(t('{a}', { a: '{b}', b: 1 })).toBe('{b}')
  expect(t('Open##state')).toBe('Open')
})

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [21, '21 rows'],
])('%i has the form of its count', (count, expected) => {
  expect(plural(count, { one: '{count} row', other: '{count} rows' })).toBe(expected)
})

test('a count can be written otherwise', () => {
  expect(plural(2000, { one: '{count} row', other: '{count} rows' }, { count: '2,000' })).toBe(
    '2,000 rows',
  )
})

test('elements stand within a sentence', () => {
  const rendered = rich('Sent by {name}, {name}.', { name: <b>Ada</b> })
  expect(renderToStaticMarkup(rendered)).toBe('Sent by <b>Ada</b>, <b>Ada</b>.')
})

test('codes of the service are words, and its reasons are its own in English', () => {
  expect(codeLabel('PENDING_KYC')).toBe('Pending KYC')
  expect(codeText('SENT_BACK')).toBe('sent back')
  expect(failureText('QUOTE_EXPIRED', 'The quote has expired.')).toBe('The quote has expired.')
})
