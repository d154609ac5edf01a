import { expect, test } from 'vitest'
import type { Session } from '../../api/staff.ts'
import { endsForGood, leftMs } from './session-time.ts'

const at = (minutes: number) => new Date(minutes * 60_000).toISOString()
const session = (now: number, idleEnd: number, end: number): Session => ({
  member: { memberId: 'mem_1', name: 'Ada Byron', role: 'OWNER', permissions: [] },
  workspace: { svcPartnerId: 'par_1', name: 'Halden Remit' },
  environment: 'sandbox',
  serverTime: at(now),
  idleExpiresAt: at(idleEnd),
  expiresAt: at(end),
})

test('a session ends by the earlier of idleness and its absolute end, in the time of its own answer', () => {
  expect(leftMs(session(10, 40, 720))).toBe(30 * 60_000)
  expect(leftMs(session(700, 730, 720))).toBe(20 * 60_000)
  expect(leftMs(session(41, 40, 720))).toBe(-60_000)
})

test('only the absolute end is for good', () => {
  expect(endsForGood(session(10, 40, 720))).toBe(false)
  expect(endsForGood(session(700, 720, 720))).toBe(true)
  expect(endsForGood(session(700, 730, 720))).toBe(true)
})
