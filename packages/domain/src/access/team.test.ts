import { expect, test } from 'vitest'
import type { Role } from './scopes.ts'
import { mayEnd, type TeamEnd } from './team.ts'

const roles: Role[] = [
  'owner',
  'admin',
  'treasury',
  'operations',
  'compliance',
  'developer',
  'viewer',
]
const ends: TeamEnd[] = ['member', 'passkey', 'session', 'sessions']

/** Every pair of roles, own and others', with another owner and another passkey there. */
const outcome = (end: TeamEnd, by: Role, whose: Role, isOwn: boolean) => {
  const result = mayEnd(
    end,
    { memberId: 'a', role: by },
    { memberId: isOwn ? 'a' : 'b', role: whose, passkeys: 2 },
    { owners: 2 },
  )
  return result.ok ? 'yes' : result.failure
}

test('of others: owners end everything, admins what is no owner’s, nobody else anything', () => {
  for (const end of ends)
    for (const by of roles)
      for (const whose of roles) {
        const expected =
          by === 'owner'
            ? 'yes'
            : by !== 'admin'
              ? 'TEAM_ROLE_NEEDED'
              : whose === 'owner'
                ? 'OWNER_NEEDED'
                : 'yes'
        expect([end, by, whose, outcome(end, by, whose, false)]).toEqual([end, by, whose, expected])
      }
})

test('of their own: everybody ends passkeys and sessions; owners and admins leave by themselves', () => {
  for (const end of ends)
    for (const role of roles) {
      const mayLeave = role === 'owner' || role === 'admin'
      const expected = end === 'member' && !mayLeave ? 'TEAM_ROLE_NEEDED' : 'yes'
      expect([end, role, outcome(end, role, role, true)]).toEqual([end, role, expected])
    }
})

test.each<[string, TeamEnd, boolean, number, number, string | true]>([
  ['the last owner does not leave', 'member', true, 1, 2, 'LAST_OWNER'],
  ['the last owner is not removed', 'member', false, 1, 2, 'LAST_OWNER'],
  ['one of two owners leaves', 'member', true, 2, 2, true],
  ['nobody removes their last passkey', 'passkey', true, 2, 1, 'LAST_PASSKEY'],
  ['another owner removes it', 'passkey', false, 2, 1, true],
])('%s', (_, end, isOwn, owners, passkeys, expected) => {
  const by = { memberId: 'a', role: 'owner' } as const
  const whose = { memberId: isOwn ? 'a' : 'b', role: 'owner', passkeys } as const
  const result = mayEnd(end, by, whose, { owners })
  expect(result.ok || result.failure).toBe(expected)
})
