import { beforeEach, expect, test } from 'vitest'
import { isAttended, startPresence } from './presence.ts'

let nowMs = 0
let page = new EventTarget()

beforeEach(() => {
  nowMs = 5000
  page = new EventTarget()
  startPresence(page, () => nowMs)
})

test('who opens a page is there, and no longer ten seconds after the last sign', () => {
  expect(isAttended()).toBe(true)
  nowMs += 9999
  expect(isAttended()).toBe(true)
  nowMs += 1
  expect(isAttended()).toBe(false)
})

test.each(['pointerdown', 'click', 'keydown', 'wheel', 'visibilitychange', 'popstate'])(
  '%s is a sign of a person',
  (sign) => {
    nowMs += 60_000
    expect(isAttended()).toBe(false)
    page.dispatchEvent(new Event(sign))
    expect(isAttended()).toBe(true)
  },
)

test.each(['message', 'scroll', 'online', 'storage'])('%s also happens by itself', (name) => {
  nowMs += 60_000
  page.dispatchEvent(new Event(name))
  expect(isAttended()).toBe(false)
})
