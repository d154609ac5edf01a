import type { AuditMark } from '@corridor/signing/audit'

/** What this browser verified last: later logs must have it at the same place, under the same key. */
export type KnownLog = { publicKey: string; mark: AuditMark }

const prefix = 'corridor.audit-log.'

export function knownLog(workspaceId: string): KnownLog | undefined {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(prefix + workspaceId) ?? 'null')
    return isKnown(known) ? known : undefined
  } catch {
    return undefined
  }
}

export function rememberLog(workspaceId: string, known: KnownLog): void {
  try {
    localStorage.setItem(prefix + workspaceId, JSON.stringify(known))
  } catch {
    // A browser without storage begins anew each time.
  }
}

const isKnown = (value: unknown): value is KnownLog =>
  typeof value === 'object' &&
  value !== null &&
  'publicKey' in value &&
  typeof value.publicKey === 'string' &&
  'mark' in value &&
  typeof value.mark === 'object' &&
  value.mark !== null &&
  'sequence' in value.mark &&
  typeof value.mark.sequence === 'number' &&
  'hash' in value.mark &&
  typeof value.mark.hash === 'string'
