import type { Scope } from '@corridor/contract'
import type { SubjectKind } from '../records/events/outbox.ts'

/** What a member must be allowed to read to receive changes of such a record. */
export const scopeOfKind = {
  transfer: 'transfers:read',
  deposit: 'transfers:read',
  export: 'transfers:read',
  entity: 'entities:read',
  kyc: 'kyc:read',
  external_account: 'accounts:read',
  funding_account: 'accounts:read',
  payin: 'payin-routes:read',
  reserve: 'liquidity:read',
  liquidity_transaction: 'liquidity:read',
  replenishment: 'liquidity:read',
  fulfilment: 'liquidity:read',
  liquidity_payment: 'liquidity:read',
  wallet: 'wallets:read',
  partner: 'partners:read',
  payments_account: 'partners:read',
  api_key: 'partners:read',
  member: 'partners:read',
  approval: 'partners:read',
  webhook: 'webhooks:read',
} as const satisfies Record<SubjectKind, Scope>
const scopeByKind: ReadonlyMap<string, Scope> = new Map(Object.entries(scopeOfKind))

const maxPending = 64 * 1024

/**
 * Reads server-sent events as they come in pieces and gives back what this role may receive. Of a
 * message that it may not, the id stays, so that a browser resumes after it.
 */
export function createEventFilter(scopes: ReadonlySet<Scope>): (piece: string) => string {
  let pending = ''
  return (piece) => {
    pending += piece
    const end = pending.lastIndexOf('\n\n')
    if (end < 0) {
      if (pending.length > maxPending) throw new Error('an event has no end')
      return ''
    }
    const blocks = pending.slice(0, end).split('\n\n')
    pending = pending.slice(end + 2)
    return blocks.map((block) => filterBlock(block, scopes)).join('')
  }
}

function filterBlock(block: string, scopes: ReadonlySet<Scope>): string {
  const lines = block.split('\n')
  const data = lines.filter((line) => line.startsWith('data:'))
  if (data.length === 0 || scopes.has(scopeOf(data))) return `${block}\n\n`
  const kept = lines.filter((line) => line.startsWith('id:'))
  return kept.length > 0 ? `${kept.join('\n')}\n\n` : ''
}

function scopeOf(data: string[]): Scope {
  const kind = kindOf(data.map((line) => line.slice('data:'.length)).join('\n'))
  return (kind === undefined ? undefined : scopeByKind.get(kind)) ?? 'webhooks:read'
}

function kindOf(text: string): string | undefined {
  try {
    const { kind } = JSON.parse(text) as { kind?: unknown }
    return typeof kind === 'string' ? kind : undefined
  } catch {
    return undefined
  }
}
