import type { Scope } from '@corridor/contract'

const modules = [
  'entities',
  'kyc',
  'accounts',
  'transfers',
  'payin-routes',
  'liquidity',
  'wallets',
  'webhooks',
  'partners',
] as const
const allRead: Scope[] = modules.map((module): Scope => `${module}:read`)
const allWrite: Scope[] = modules.map((module): Scope => `${module}:write`)

/** Every scope that a partner's key may hold; `console:act` belongs to the console key alone. */
export const partnerScopes: readonly Scope[] = [
  ...allRead,
  ...allWrite,
  'accounts:read_sensitive',
  'transfers:approve',
  'sandbox',
  'audit:read',
  'keys:read',
  'keys:write',
]

export type Role =
  | 'owner'
  | 'admin'
  | 'treasury'
  | 'operations'
  | 'compliance'
  | 'developer'
  | 'viewer'

/** A role that a partner made: its id, by which members, invitations and policies name it. */
export type CustomRole = `role_${string}`
export type RoleName = Role | CustomRole

export const isCustomRole = (role: string): role is CustomRole => role.startsWith('role_')

const readsWithSandbox: Scope[] = [...allRead, 'sandbox']

/** What each staff role may do; decisions.md 2. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: partnerScopes,
  admin: partnerScopes.filter((s) => s !== 'transfers:approve' && s !== 'transfers:write'),
  treasury: [
    ...readsWithSandbox,
    'transfers:write',
    'liquidity:write',
    'wallets:write',
    'payin-routes:write',
    'transfers:approve',
  ],
  operations: [
    ...readsWithSandbox,
    'transfers:write',
    'payin-routes:write',
    'accounts:write',
    'entities:write',
  ],
  compliance: [...allRead, 'entities:write', 'kyc:write', 'accounts:read_sensitive', 'audit:read'],
  developer: [...readsWithSandbox, 'webhooks:write', 'keys:read', 'keys:write'],
  viewer: allRead,
}

/** What a member may do: by a built-in role, or by the scopes of the partner's own. */
export const scopesFor = (role: RoleName, custom: readonly string[] | null | undefined) =>
  isCustomRole(role) ? partnerScopes.filter((scope) => custom?.includes(scope)) : scopesOfRole[role]
