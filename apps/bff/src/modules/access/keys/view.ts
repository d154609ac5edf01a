import { formatId, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { callersOf, countsOf } from '../requests/store.ts'
import { issuersOf, type ProgramKey } from './program-store.ts'

/** Keys as the API shows them, with the names of who issued them. */
export function bodiesOf({ config }: Pick<Deps, 'config'>) {
  return async (tx: Tx, { partnerId }: Caller, rows: readonly ProgramKey[]) => {
    const issuers = rows.flatMap((row) => parseId('mem', row.issued_by) ?? [])
    const members = await issuersOf(tx, partnerId, [...new Set(issuers)])
    return rows.map((row) => {
      const issuer = members.get(parseId('mem', row.issued_by) ?? '')
      return {
        keyId: formatId('key', row.id),
        name: row.name,
        prefix: `cor_${config.ENVIRONMENT}_${row.lookup}`,
        status: row.state,
        scopes: row.scopes,
        addresses: row.addresses,
        issuedBy: issuer ? { memberId: row.issued_by, ...issuer } : null,
        issuedTo:
          row.member_id === null
            ? null
            : { memberId: formatId('mem', row.member_id), name: row.holder_name ?? '' },
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        lastUsedFrom: row.last_used_address || null,
        readsLoggedUntil: row.reads_logged_until?.toISOString() ?? null,
        revokedAt: row.revoked_at?.toISOString() ?? null,
        predecessorId: row.predecessor_id === null ? null : formatId('key', row.predecessor_id),
        successorId: row.successor_id === null ? null : formatId('key', row.successor_id),
        version: row.version,
      }
    })
  }
}

/** How much a key is used, and by whom within the hour. */
export async function usageOf(tx: Tx, partnerId: string, keyId: string) {
  const { hour, day } = await countsOf(tx, partnerId, keyId)
  const callers = await callersOf(tx, partnerId, keyId)
  return {
    lastHour: hour,
    lastDay: day,
    callers: callers.map(({ last_at: at, ...caller }) => ({ ...caller, lastAt: at.toISOString() })),
  }
}
