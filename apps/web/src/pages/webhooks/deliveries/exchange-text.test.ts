import { expect, test } from 'vitest'
import { differencesOf, requestText, responseText } from './exchange-text.ts'
import type { Attempt } from '../../../api/queries/webhooks.ts'

const first: Attempt = {
  at: '2026-11-20T14:00:00.000Z',
  httpStatus: 503,
  durationMs: 12,
  error: 'The receiver answered 503.',
  bodyExcerpt: 'away',
  number: 1,
  trigger: 'SCHEDULE',
  requestHeaders: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1' },
  responseHeaders: { server: 'x' },
}

test('a request is its headers and its body as it was sent', () => {
  expect(requestText(first, '{"a": 1}')).toBe('webhook-id: evt_1\nwebhook-timestamp: 1\n\n{"a": 1}')
  expect(requestText(undefined, '{}')).toBe('{}')
})

test('a response is its code, headers and body, or the reason why there is none', () => {
  expect(responseText(first)).toBe('503 Service Unavailable\nserver: x\n\naway')
  expect(responseText({ ...first, bodyExcerpt: '', responseHeaders: {} })).toBe(
    '503 Service Unavailable',
  )
  expect(responseText({ ...first, httpStatus: null, error: 'Refused' })).toBe('No answer: Refused')
})

test('two attempts are compared without what they have in common', () => {
  expect(differencesOf(first, first)).toEqual([])
  const second = {
    ...first,
    httpStatus: 204,
    requestHeaders: { 'webhook-id': 'evt_1', 'webhook-timestamp': '2', 'webhook-replay': 'manual' },
    bodyExcerpt: '',
  }
  expect(differencesOf(first, second)).toEqual([
    { what: 'Sent: webhook-timestamp', first: '1', second: '2' },
    { what: 'Sent: webhook-replay', first: '', second: 'manual' },
    { what: 'Answer', first: '503 Service Unavailable', second: '204 No Content' },
    { what: 'Answer’s body', first: 'away', second: '' },
  ])
})
