import { expect, test } from 'vitest'
import { blockedReason } from './blocked.ts'

test.each([
  ['ENABLED', 'disable', true],
  ['ENABLED', 'enable', false],
  ['DISABLED', 'enable', true],
  ['NEEDS_RELINK', 'disable', true],
  ['PENDING_VERIFICATION', 'disable', false],
  ['PENDING_VERIFICATION', 'delete', true],
  ['DELETED', 'delete', false],
  ['SOMETHING_NEW', 'delete', false],
] as const)('%s may be met by %s: %s', (status, action, allowed) => {
  expect(blockedReason(status, action) === undefined).toBe(allowed)
})
