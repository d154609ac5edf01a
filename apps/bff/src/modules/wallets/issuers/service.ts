import { isDeepStrictEqual } from 'node:util'
import { formatId, ok } from '@corridor/domain'
import type { AllowedIssuer } from '@corridor/signer'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { lastRecorded } from './store.ts'
import { invalid, refusalOf } from '../base/signer-failures.ts'

export type Issuer = { issuer: string; audiences: string[]; addedAt?: string; builtIn: boolean }
export type Removed = { issuer: string; isRemoved: boolean }
/** Whose list, with the same id in its written form. */
type Owner = { svcPartnerId: string }

const texts: Record<string, string> = {
  issuer:
    'Use the https address that the provider names as its issuer, as it is written there; at most 20.',
  audiences: 'Use 1 to 10 different client ids of at most 200 characters without spaces.',
}

/** Identity providers whose tokens a partner's customers may show; the signer keeps the list. */
export function createIssuerService(deps: Pick<Deps, 'signer' | 'outbound'>) {
  return { list, allow, recordAllowed, remove, recordRemoved }

  function list({ svcPartnerId }: Owner): Promise<Issuer[]> {
    return deps.signer.listIssuers(svcPartnerId)
  }

  /** The address is judged here and again at every fetch; nothing is fetched yet. */
  async function allow(
    { svcPartnerId }: Owner,
    { issuer, audiences }: { issuer: string; audiences: string[] },
  ) {
    const vetted = await deps.outbound.vet(issuer)
    if (!vetted.ok) return invalid('issuer', vetted.failure.message)
    const allowed = await deps.signer.allowIssuer({ partnerId: svcPartnerId, issuer, audiences })
    if (allowed.ok) return allowed
    const { code, reason = '' } = allowed.failure
    return code === 'FIELD_INVALID'
      ? invalid(reason, texts[reason] ?? 'This value is refused.')
      : refusalOf(allowed.failure)
  }

  /** Records what is not recorded yet, also for a call that was cut off; whether there was anything. */
  async function recordAllowed(tx: Tx, by: AuditedBy, allowed: AllowedIssuer): Promise<boolean> {
    const members = { issuer: allowed.issuer, audiences: allowed.audiences }
    const last = await lastRecorded(tx, by.partnerId, allowed.issuer)
    const isRecorded =
      last?.action === changes.issuer_allowed.action && isDeepStrictEqual(last.after, members)
    if (!isRecorded) await record(tx, by, 'issuer_allowed', members)
    return !isRecorded
  }

  async function remove({ svcPartnerId }: Owner, issuer: string): Promise<Removed> {
    const removed = await deps.signer.removeIssuer({ partnerId: svcPartnerId, issuer })
    return { issuer, isRemoved: removed.ok }
  }

  /** One that is not there was removed by a call that was cut off, or never allowed. */
  async function recordRemoved(tx: Tx, by: AuditedBy, { issuer, isRemoved }: Removed) {
    const last = await lastRecorded(tx, by.partnerId, issuer)
    if (!isRemoved && last?.action !== changes.issuer_allowed.action)
      return refusalOf({ code: 'RECORD_NOT_FOUND', reason: 'issuer' })
    await record(tx, by, 'issuer_removed', { issuer })
    return ok({ issuer })
  }
}

const changes = {
  issuer_allowed: {
    type: 'created',
    status: 'ALLOWED',
    previousStatus: '',
    action: 'wallet.allow-issuer',
  },
  issuer_removed: {
    type: 'transitioned',
    status: 'REMOVED',
    previousStatus: 'ALLOWED',
    action: 'wallet.remove-issuer',
  },
} as const

async function record(
  tx: Tx,
  by: AuditedBy,
  eventStatus: keyof typeof changes,
  members: { issuer: string; audiences?: string[] },
): Promise<void> {
  const { type, status, previousStatus, action } = changes[eventStatus]
  const id = formatId('par', by.partnerId)
  await recordEvent(tx, {
    partnerId: by.partnerId,
    category: 'wallet',
    type,
    status: eventStatus,
    object: { ...members, status, previousStatus, entityId: '', walletId: '', activityId: '' },
    subject: { kind: 'partner', id, version: 1 },
  })
  const object = { kind: 'issuer', id: members.issuer }
  await recordAudit(tx, by, { action, object, after: members })
}
