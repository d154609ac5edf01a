import {
  externalAccountLifecycle,
  isClaimHeld,
  type ExternalAccountEvent,
  type ExternalAccountState,
  fail,
  formatId,
  ok,
} from '@corridor/domain'
import { illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { endQuotesOf } from '../../../records/transfers/quotes/account-quotes.ts'
import { forceInactive } from '../../../records/payin-routes/dependencies.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { openHits } from '../../screening/screen.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { nameMatchOf } from './names.ts'
import { holdNumber, isNumberStopped } from './stops-store.ts'
import { setStatus } from './store.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'

export const stateOf = (row: ExternalAccountRow) => row.status

/** Whether it waits, or failed, because it was not proved to be the customer's own. */
export const isHeldClaim = (row: Pick<ExternalAccountRow, 'proof' | 'verification'>): boolean =>
  isClaimHeld({
    proof: row.proof,
    name: nameMatchOf(row),
    isProofNeeded: (row.verification as { status?: string }).status === unproved,
  })

/** What the check of an account comes to that is enabled by a proof alone. */
export const unproved = 'UNPROVED'

/**
 * The one way in which a locked account changes its state: record, event, audit entry, the
 * quotes that may not be executed any more and the routes that cannot forward to it, in the caller's
 * transaction.
 */
export async function transition(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  change: {
    event: ExternalAccountEvent
    to: ExternalAccountState
    reason: string
    /** It was looked up just now, and is clear. */
    isScreened?: boolean
  },
) {
  const from = stateOf(row)
  const to = externalAccountLifecycle.next(from, change.event)
  if (!to) return illegal(from, change.to)
  if (to === 'ENABLED' && change.isScreened !== true && (await isListed(tx, row)))
    return underReview(from)
  if (to === 'ENABLED' && isHeldClaim(row)) return notProved(from)
  if (to === 'ENABLED') await holdNumber(tx, row)
  if (to === 'ENABLED' && (await isNumberStopped(tx, row))) return underReview(from)
  const changed = await setStatus(tx, row, { status: to, reason: change.reason })
  if (to === 'DELETED')
    await decideReview(tx, by, { kind: 'account', id: row.id }, { decision: 'DELETED' })
  if (from === 'ENABLED') await endQuotesOf(tx, by, row, `ACCOUNT_${to}`)
  const type = to === 'DELETED' ? 'deleted' : 'transitioned'
  await record(tx, by, changed, { type, action: change.event, from })
  if (from === 'ENABLED')
    await forceInactive(tx, by, { externalAccountId: row.id }, 'DESTINATION_DISABLED')
  return ok(changed)
}

/** A state that follows from here, but not by what was asked, is one that the bank brings about. */
export function illegal(from: ExternalAccountState, to: ExternalAccountState) {
  const reachable = externalAccountLifecycle.reachable(from)
  const text = reachable.includes(to)
    ? `An account that is ${from} becomes ${to} by its bank alone.`
    : `An account that is ${from} cannot become ${to}.`
  const allowed = reachable.filter((state) => state !== to)
  return fail(illegalTransition(text, { from, to, allowed }))
}

/** Whoever enables it, a name that nobody has decided about keeps an account from being used. */
const isListed = async (tx: Tx, { partner_id: partnerId, id }: ExternalAccountRow) =>
  (await openHits(tx, { partnerId, kind: 'account', id: formatId('acc', id) })).length > 0

/** Whether compliance looks at it, for a name or for its number. */
export const isLookedAt = async (tx: Tx, row: ExternalAccountRow): Promise<boolean> =>
  (await isListed(tx, row)) || (await isNumberStopped(tx, row))

const underReview = (from: ExternalAccountState) =>
  fail(
    illegalTransition('Compliance looks at this account. The decision is sent as an event.', {
      from,
      to: 'ENABLED',
      allowed: externalAccountLifecycle.reachable(from).filter((state) => state !== 'ENABLED'),
    }),
  )

const notProved = (from: ExternalAccountState) =>
  fail(
    illegalTransition(
      'The holder is not the customer: prove that the account is the customer’s own, or make it a third party’s.',
      {
        from,
        to: 'ENABLED',
        allowed: externalAccountLifecycle.reachable(from).filter((state) => state !== 'ENABLED'),
      },
    ),
  )

/** Event and audit entry of an account as it is now. No number of it is in either. */
export async function record(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  what: {
    type: 'created' | 'transitioned' | 'updated' | 'deleted'
    action: 'add' | 'complete' | 'disown' | 'proof' | 'stop' | ExternalAccountEvent
    from: ExternalAccountState | ''
  },
): Promise<void> {
  const accountId = formatId('acc', row.id)
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'external_account',
    type: what.type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus: what.from,
      accountId,
      entityId: formatId('ent', row.entity_id),
      reason: row.status_reason,
    },
    subject: { kind: 'external_account', id: accountId, version: row.version },
  })
  await recordAudit(tx, by, {
    action: `external_account.${what.action}`,
    object: { kind: 'external_account', id: accountId },
    ...(what.from === '' ? {} : { before: { status: what.from } }),
    after: {
      status: row.status,
      ...(row.proof === null ? {} : { proof: row.proof, method: row.proof_method }),
    },
    ...(row.status_reason === '' ? {} : { reason: row.status_reason }),
  })
}
