import {
  formatId,
  parseId,
  type Person,
  type Role,
  scopesOfRole,
  type TeamMember,
} from '@corridor/domain'
import { operations } from '@corridor/contract'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import { findMember, presentMembers } from '../../../records/approvals/history-store.ts'

/** All keys without a person are one: whoever holds one may hold them all. */
export const machine = 'machine'

/** The person behind a call: the acting member, or the one that the key was issued to. */
export const personOf = (caller: Caller): string =>
  caller.actor.type === 'partner_user' ? caller.actor.id : (caller.keyMember ?? machine)

export type Known = { id: string; name: string; role: Role; email: string; words: Person }

/** A person as it is now; undefined for the machine, and for a member that was removed. */
export async function readPerson(
  tx: Tx,
  partnerId: string,
  person: string,
): Promise<Known | undefined> {
  const id = parseId('mem', person)
  const member = id && (await findMember(tx, partnerId, id))
  if (!member) return undefined
  const { role, email } = member
  return { id: member.id, name: member.name, role, email, words: wordsOf(member.id, role) }
}

/** Two memberships of one person: notices to both go to one address. */
export const isSameAddress = (one: string, other: string): boolean =>
  one !== '' && one.toLowerCase() === other.toLowerCase()

/** How rules name a member. */
export const wordsOf = (memberId: string, role: string): Person => [
  `member:${formatId('mem', memberId)}`,
  `role:${role}`,
]

export const mayApprove = (role: string): boolean =>
  scopesOfRole[role as Role].includes('transfers:approve')

/** The people of a team; memberships with one address are one person. */
export async function teamOf(tx: Tx, partnerId: string): Promise<TeamMember[]> {
  const members = await presentMembers(tx, partnerId)
  const people = Map.groupBy(members, ({ id, email }) => email.toLowerCase() || id)
  return [...people.values()].map((same) => ({
    name: same[0]?.name ?? '',
    // Only of those memberships that may agree: another one adds no right.
    words: same
      .filter(({ role }) => mayApprove(role) || same.every((other) => !mayApprove(other.role)))
      .flatMap(({ id, role }) => wordsOf(id, role)),
    approves: same.some(({ role }) => mayApprove(role)),
    changesPolicy: same.some(({ role }) => mayChangePolicy(role)),
  }))
}

const mayChangePolicy = (role: string): boolean =>
  scopesOfRole[role as Role].includes(operations.approvals.changePolicy.scope)
