import { queryOptions } from '@tanstack/react-query'
import type { Role } from '@corridor/domain'
import { send } from '../http.ts'

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
  role: Role
  /** Null where nobody can tell this member anything. */
  email: string | null
  lastSeenAt: string | null
  recoveryCodesLeft: number
  passkeys: TeamPasskey[]
  sessions: TeamSession[]
}

/** An invitation that nobody has used. */
export type TeamLink = {
  linkId: string
  role: Role
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
  queryFn: async ({ signal }) => (await send({ method: 'GET', path: '/team' }, { signal })) as Team,
})
