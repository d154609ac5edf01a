import type { Scope } from '@corridor/contract'
import type { ProgramKey } from './program-store.ts'

const hourMs = 3_600_000
/** A key's life where nothing else is given. */
export const lifeMs = 365 * 24 * hourMs
export const overlapHoursDefault = 24

/** What the successor of a key is like, and when the key ends: no later than it would have. */
export function succession(
  key: ProgramKey,
  at: Date,
  { overlapHours, expiresAt }: { overlapHours?: number | undefined; expiresAt?: Date | null },
) {
  const overlapMs = (overlapHours ?? overlapHoursDefault) * hourMs
  const ends = Math.min(at.getTime() + overlapMs, key.expires_at?.getTime() ?? Infinity)
  const usual = key.expires_at === null ? null : new Date(at.getTime() + lifeMs)
  const expires = expiresAt === undefined ? usual : expiresAt
  const successor = {
    kind: 'partner' as const,
    name: key.name,
    scopes: key.scopes as Scope[],
    expiresAt: expires,
    addresses: key.addresses,
    predecessorId: key.id,
    ...(key.member_id === null ? {} : { memberId: key.member_id }),
  }
  return { successor, ends: new Date(ends), expires }
}
