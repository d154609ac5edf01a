import type { Scope } from '@corridor/contract'
import { describe, expect, test } from 'vitest'
import { mayChangeRole, mayGive, mayMakeRole, mayRecover, type RoleScopes } from './roles.ts'
import { type Role, type RoleName, scopesFor, scopesOfRole } from './scopes.ts'
import { managesTeam } from './team.ts'

const approver = { role: 'role_a', scopes: ['transfers:read', 'transfers:approve'] } as const
const reader = { role: 'role_r', scopes: ['transfers:read'] } as const
const builtIn = (Object.keys(scopesOfRole) as Role[]).map((role): RoleScopes => ({
  role,
  scopes: scopesOfRole[role],
}))
const roles: readonly RoleScopes[] = [...builtIn, approver, reader]
const outcomeOf = (result: { ok: true } | { ok: false; failure: string }) =>
  result.ok ? 'yes' : result.failure
const goes = (first: RoleScopes, other: RoleScopes) =>
  first.scopes.every((scope) => other.scopes.includes(scope))

describe('every pair of roles', () => {
  test('only owners make owners; admins give what they may do themselves; nobody else gives', () => {
    for (const by of roles)
      for (const given of roles) {
        const expected =
          by.role === 'owner'
            ? 'yes'
            : by.role !== 'admin'
              ? 'TEAM_ROLE_NEEDED'
              : given.role === 'owner'
                ? 'OWNER_NEEDED'
                : goes(given, by)
                  ? 'yes'
                  : 'SCOPE_NOT_YOURS'
        expect([by.role, given.role, outcomeOf(mayGive(by, given))]).toEqual([
          by.role,
          given.role,
          expected,
        ])
      }
  })

  test('nobody’s own role grows by themselves, and an admin touches no owner', () => {
    for (const by of roles)
      for (const whose of roles)
        for (const to of roles) {
          const own = { ...by, memberId: 'a' }
          const isDone = mayChangeRole(own, own, to, { owners: 2 }).ok
          if (isDone) expect([by.role, to.role, goes(to, by)]).toEqual([by.role, to.role, true])
          if (isDone) expect(managesTeam(by.role) || !managesTeam(to.role)).toBe(true)
          const other = mayChangeRole(own, { ...whose, memberId: 'b' }, to, { owners: 2 })
          if (by.role === 'admin' && whose.role === 'owner') expect(other.ok).toBe(false)
          if (other.ok && by.role !== 'owner') expect(goes(to, by)).toBe(true)
        }
  })

  test('recovery is begun by owners and admins, of an owner by an owner, of oneself by nobody', () => {
    for (const by of roles)
      for (const whose of roles) {
        const expected = !managesTeam(by.role)
          ? 'TEAM_ROLE_NEEDED'
          : whose.role === 'owner' && by.role !== 'owner'
            ? 'OWNER_NEEDED'
            : 'yes'
        const person = { memberId: 'a', role: by.role }
        expect(outcomeOf(mayRecover(person, { memberId: 'b', role: whose.role }))).toBe(expected)
        if (managesTeam(by.role)) expect(outcomeOf(mayRecover(person, person))).toBe('OWN_RECOVERY')
      }
  })
})

const person = (role: Role, memberId = 'a') => ({ memberId, role, scopes: scopesOfRole[role] })

test.each<[string, Role, RoleName, number, string]>([
  ['the last owner stays one', 'owner', 'admin', 1, 'LAST_OWNER'],
  ['one of two owners steps down', 'owner', 'admin', 2, 'yes'],
  ['the last owner may be called owner again', 'owner', 'owner', 1, 'yes'],
])('%s', (_, from, to, owners, expected) => {
  const own = person(from)
  expect(
    outcomeOf(mayChangeRole(own, own, { role: to, scopes: scopesFor(to, null) }, { owners })),
  ).toBe(expected)
})

test.each<[string, Role, Scope[], Scope[], string]>([
  ['an owner makes any role', 'owner', [], ['transfers:approve'], 'yes'],
  ['an admin makes none beyond their own', 'admin', [], ['transfers:approve'], 'SCOPE_NOT_YOURS'],
  ['an admin adds what they may do', 'admin', ['kyc:read'], ['kyc:read', 'kyc:write'], 'yes'],
  [
    'an admin leaves what an owner put in',
    'admin',
    ['transfers:approve'],
    ['transfers:approve', 'kyc:read'],
    'yes',
  ],
  ['an admin takes away', 'admin', ['transfers:approve'], ['kyc:read'], 'yes'],
  ['a viewer makes none', 'viewer', [], ['kyc:read'], 'TEAM_ROLE_NEEDED'],
])('%s', (_, by, before, after, expected) => {
  expect(outcomeOf(mayMakeRole(person(by), { before, after }))).toBe(expected)
})

test('a role of a partner’s own never acts for others, whatever the table says', () => {
  expect(scopesFor('role_a', ['console:act', 'transfers:read', 'nonsense'])).toEqual([
    'transfers:read',
  ])
  expect(scopesFor('role_a', null)).toEqual([])
  expect(managesTeam('role_a')).toBe(false)
})
