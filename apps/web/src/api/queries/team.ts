import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '@corridor/contract'
import type { RoleName } from '@corridor/domain'
import { get } from '../http.ts'

export type TeamPasskey = {
  passkeyId: string
  /** The browser that it was made in; empty for the oldest. */
  name: string
  backedUp: boolean
  createdAt: string
  lastUsedAt: string | null
}

export type TeamSession = {
  sessionId: string
  agent: string
  startedAt: string
  lastSeenAt: string
  isCurrent: boolean
}

export type TeamMember = {
  memberId: string
  name: string
  role: RoleName
  /** What a role of the partner's own is called; null for a built-in one. */
  roleName: string | null
  scopes: Scope[]
  /** Null where nobody can notify this member. */
  email: string | null
  lastSeenAt: string | null
  lastAction: { action: string; object: { kind: string; id: string }; at: string } | null
  recoveryCodesLeft: number
  passkeys: TeamPasskey[]
  sessions: TeamSession[]
}

/** An invitation that nobody has used. */
export type TeamLink = {
  linkId: string
  role: RoleName
  /** Who comes back by it; null for an invitation. */
  recovers: string | null
  email: string | null
  /** Null where the operator made it. */
  madeBy: string | null
  createdAt: string
  expiresAt: string
}

export type Team = {
  you: string
  manages: boolean
  members: TeamMember[]
  /** Empty for those who do not manage the team. */
  links: TeamLink[]
}

export const teamKey = ['team'] as const

/** Who is in the team, as far as the person may see it. */
export const teamQuery = queryOptions({
  queryKey: teamKey,
  queryFn: ({ signal }) => get<Team>('/team', signal),
})

/** A role that the partner made. */
export type OwnRole = { roleId: RoleName; name: string; scopes: Scope[] }

/** The roles of the partner's own, by which members, invitations and policies name them. */
export const rolesQuery = queryOptions({
  queryKey: [...teamKey, 'roles'],
  queryFn: async ({ signal }) => (await get<{ roles: OwnRole[] }>('/team/roles', signal)).roles,
})

export type TeamOperation = {
  id: string
  module: string
  summary: string
  /** Any one of them is enough. */
  scopes: Scope[]
  /** A passkey confirms each call. */
  isConfirmed: boolean
}

/** Every operation, and what it takes to call it. */
export const operationsQuery = queryOptions({
  queryKey: [...teamKey, 'operations'],
  queryFn: async ({ signal }) =>
    (await get<{ operations: TeamOperation[] }>('/team/operations', signal)).operations,
  staleTime: Infinity,
})

/** What ends with a member's removal. */
export type Removal = {
  approvals: { approvalId: string; summary: string }[]
  keys: { keyId: string; name: string }[]
  /** Of programs, issued by the member: they go on. */
  keysLeft: { keyId: string; name: string }[]
  links: number
}
export const removalQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...teamKey, 'removal', memberId],
    queryFn: ({ signal }) => get<Removal>(`/team/members/${memberId}/removal`, signal),
  })
