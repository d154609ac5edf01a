import { expect, test } from 'vitest'
import type { Attempt, Delivery } from '../../api/queries/webhooks.ts'
import { answerText, attemptNote, nextText, scheduleText, selectionText } from './labels.ts'

const now = Date.parse('2026-11-20T14:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()

const attempt: Attempt = {
  at: at(0),
  httpStatus: 503,
  durationMs: 12,
  error: 'The receiver answered 503.',
  bodyExcerpt: '',
  number: 1,
  trigger: 'SCHEDULE',
  requestHeaders: {},
  responseHeaders: {},
}
const delivery = { status: 'RETRYING', reason: '', attempts: [attempt], attemptsMax: 10 } as const

test.each([
  [{ ...delivery, nextAttemptAt: at(29 * 60) }, 'in 29 min'],
  [{ ...delivery, nextAttemptAt: at(5) }, 'in 5 s'],
  [{ ...delivery, nextAttemptAt: at(-1) }, 'now'],
  [{ ...delivery, status: 'EXHAUSTED', attemptsMax: 1 }, 'schedule ended'],
  [{ ...delivery, status: 'EXHAUSTED' }, 'ended'],
  [{ ...delivery, status: 'SKIPPED', reason: 'FILTERED' }, 'not selected'],
  [{ ...delivery, status: 'CANCELLED', reason: 'SOMETHING_NEW' }, 'SOMETHING_NEW'],
  [{ ...delivery, status: 'DELIVERED' }, ''],
])('what comes next is shown %#', (item, text) => {
  expect(nextText(item as unknown as Delivery, now)).toBe(text)
})

test('an answer is shown by its code, no answer by its cause', () => {
  expect(answerText(attempt)).toBe('503 Service Unavailable')
  expect(answerText({ httpStatus: 599, error: '' })).toBe('599')
  expect(answerText({ httpStatus: null, error: 'No answer within 15 s' })).toBe(
    'No answer within 15 s',
  )
})

test('a note says why an attempt was made and what the receiver asked for, never the code again', () => {
  expect(attemptNote(attempt)).toBe('')
  expect(attemptNote({ ...attempt, trigger: 'MANUAL', retryAfterSeconds: 1800 })).toBe(
    'Sent again by hand. Retry-After 1800 was honoured.',
  )
  expect(attemptNote({ ...attempt, error: 'the answer is too long' })).toBe(
    'The answer is too long.',
  )
})

test('the schedule stands in whole units as the documents have it', () => {
  expect(scheduleText('standard')).toBe('0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h')
  expect(scheduleText('single')).toBe('0 s')
})

test('a selection is counted by categories', () => {
  expect(selectionText({ events: [] })).toBe('All events')
  expect(selectionText({ events: ['kyc', 'transfer.initiated', 'transfer.updated'] })).toMatch(
    /^2 of \d+ categories$/,
  )
})
