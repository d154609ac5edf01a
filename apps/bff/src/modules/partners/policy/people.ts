import { operations, type Scope } from '@corridor/contract'
import {
  formatId,
  parseId,
  type Person,
  type RoleName,
  scopesFor,
  type TeamMember,
} from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { findMember, presentMembers } from '../../../records/approvals/history-store.ts'

/** All keys without a person are one: whoever holds one may hold them all. */
export const machine = 'machine'

/** The person behind a call: the acting member, or the one that the key was issued to. */
export const personOf = (caller: Caller): string =>
  caller.actor.type === 'partner_user' ? caller.actor.id : (caller.keyMember ?? machine)

export type Known = {
  id: string
  name: string
  role: RoleName
  /** What the role may do now. */
  scopes: readonly Scope[]
  email: string
  selectors: Person
}

/** A person as it is now; undefined for the machine, and for a member that was removed. */
export async function readPerson(tx: Tx, partnerId: string, person: string) {
  const id = parseId('mem', person)
  const member = id && (await findMember(tx, partnerId, id))
  if (!member) return undefined
  const { id: memberId, name, role, email, own_scopes: own } = member
  const scopes = scopesFor(role, own)
  return { id: memberId, name, role, scopes, email, selectors: selectorsOf(memberId, role) }
}

/** Two memberships of one person: notices to both go to one address. */
export const isSameAddress = (first: string, other: string): boolean =>
  first !== '' && first.toLowerCase() === other.toLowerCase()

/** How rules name a member. */
export const selectorsOf = (memberId: string, role: string): Person => [
  `member:${formatId('mem', memberId)}`,
  `role:${role}`,
]

export const mayApprove = ({ scopes }: Pick<Known, 'scopes'>): boolean =>
  scopes.includes('transfers:approve')

/** The people of a team; memberships with one address are one person. */
export async function teamOf(tx: Tx, partnerId: string): Promise<TeamMember[]> {
  const members = await presentMembers(tx, partnerId)
  const people = Map.groupBy(members, ({ id, email }) => email.toLowerCase() || id)
  return [...people.values()].map((same) => ({
    name: same[0]?.name ?? '',
    // Only of those memberships that may agree: another one adds no right.
    selectors: same
      .filter((member) => mayApprove(member) || same.every((other) => !mayApprove(other)))
      .flatMap(({ id, role }) => selectorsOf(id, role)),
    approves: same.some(mayApprove),
    changesPolicy: same.some(mayChangePolicy),
  }))
}

const mayChangePolicy = ({ scopes }: Pick<Known, 'scopes'>): boolean =>
  scopes.includes(operations.approvals.changePolicy.scope)
