import {
  type ExternalAccountEvent,
  type ExternalAccountState,
  fail,
  type NameFit,
  ok,
  type ProofMethod,
} from '@corridor/domain'
import { illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { decideReview, openReview } from '../../../records/reviews/reviews.ts'
import { endQuotesOf } from '../../../records/transfers/quotes/account-quotes.ts'
import { nameMatchOf } from './names.ts'
import { endOpenProofs } from './proof-store.ts'
import { waitForStop } from './stops.ts'
import { makeThirdParty, setProof, setReason } from './store.ts'
import { isHeldClaim, record, transition } from './transition.ts'

/** Why an account waits whose holder is not the customer that claims it as its own. */
export const ownershipReason = 'OWNERSHIP'
const subjectOf = ({ id }: Pick<ExternalAccountRow, 'id'>) => ({ kind: 'account', id }) as const

/** Has the operator look at an account that is claimed as the customer's own. */
export const reviewClaim = (tx: Tx, { partner_id: partnerId, id }: ExternalAccountRow) =>
  openReview(tx, {
    partnerId,
    subject: subjectOf({ id }),
    reason: ownershipReason,
    decider: 'operator',
  })

/** An account of which the lists are clear is enabled, or waits for whose it is. */
export async function enableClear(tx: Tx, by: AuditedBy, row: ExternalAccountRow) {
  if (!isHeldClaim(row)) {
    const enabling = { event: 'verify', to: 'ENABLED', reason: '', isScreened: true } as const
    const moved = await transition(tx, by, row, enabling)
    const waiting = moved.ok ? undefined : await waitForStop(tx, by, row)
    return waiting ? ok(waiting) : moved
  }
  await reviewClaim(tx, row)
  return ok(row.status_reason === ownershipReason ? row : await setReason(tx, row, ownershipReason))
}

/**
 * The account is the customer's own, by a proof of whatever way: what waited for that goes on. A
 * locked row. What is proved stays as it is; of an account in another name, or that a reviewer has
 * refused, only papers show whose it is.
 */
export async function proveAccount(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  method: ProofMethod,
): Promise<ExternalAccountRow> {
  if (row.proof === null || row.proof === 'PROVED') return row
  const isDoubtful = row.proof === 'REFUSED' || nameMatchOf(row) === 'NO_MATCH'
  if (isDoubtful && method !== 'DOCUMENT') return row
  const proved = await setProof(tx, row, { proof: 'PROVED', method })
  await recordProof(tx, by, proved)
  await endOpenProofs(tx, row, 'expire', 'PROVED_OTHERWISE')
  const about = ownershipReason
  await decideReview(tx, by, subjectOf(row), { decision: 'APPROVED', reason: method, about })
  if (row.status_reason !== ownershipReason) return proved
  const moved = await transition(tx, by, proved, {
    event: enabledBy(row.status),
    to: 'ENABLED',
    reason: '',
  })
  return moved.ok ? moved.value : ((await waitForStop(tx, by, proved)) ?? proved)
}

/** What enables an account that waits, or is connected again, for whose it is. */
const enabledBy = (status: ExternalAccountState): ExternalAccountEvent =>
  status === 'PENDING_VERIFICATION' ? 'verify' : status === 'NEEDS_RELINK' ? 'relink' : 'enable'

/**
 * The customer has connected an account again: it works again, or says for what it waits still. A
 * locked row.
 */
export async function relinkAccount(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
): Promise<ExternalAccountRow> {
  if (row.status !== 'NEEDS_RELINK') return row
  const mended = await transition(tx, by, row, { event: 'relink', to: 'ENABLED', reason: '' })
  if (mended.ok) return mended.value
  const isHeld = isHeldClaim(row)
  const stopped = isHeld ? undefined : await waitForStop(tx, by, row)
  if (stopped) return stopped
  const reason = isHeld ? ownershipReason : 'RISK'
  if (row.status_reason === reason) return row
  if (isHeld) await reviewClaim(tx, row)
  const waiting = await setReason(tx, row, reason)
  await record(tx, by, waiting, { type: 'updated', action: 'relink', from: row.status })
  return waiting
}

/**
 * The holder has another name now, which fits the customer so. One that is not the customer's takes
 * the proof away: the account is no longer used until somebody has looked at it. A locked row.
 */
export async function rejudgeClaim(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  name: NameFit,
): Promise<ExternalAccountRow> {
  if (row.ownership !== 'SELF' || name !== 'NO_MATCH') return row
  const verification = { ...(row.verification as object), nameMatch: name }
  const unproved = await setProof(tx, row, { proof: 'CLAIMED', method: '', verification })
  await recordProof(tx, by, unproved)
  await endOpenProofs(tx, row, 'refuse', 'OTHER_NAME')
  await reviewClaim(tx, row)
  const stopped = { event: 'disable', to: 'DISABLED', reason: ownershipReason } as const
  const moved = row.status === 'ENABLED' ? await transition(tx, by, unproved, stopped) : undefined
  return moved?.ok ? moved.value : unproved
}

/** A reviewer does not believe it: as the customer's own it is not used, and not enabled again. */
export async function refuseClaim(tx: Tx, by: AuditedBy, row: ExternalAccountRow) {
  const refused = await setProof(tx, row, { proof: 'REFUSED', method: '' })
  await recordProof(tx, by, refused)
  await endOpenProofs(tx, row, 'refuse', 'ACCOUNT_REFUSED')
  const isNew = row.status === 'PENDING_VERIFICATION'
  if (!isNew && row.status !== 'ENABLED') return ok(refused)
  return transition(tx, by, refused, {
    event: isNew ? 'fail' : 'disable',
    to: isNew ? 'VERIFICATION_FAILED' : 'DISABLED',
    reason: ownershipReason,
  })
}

/**
 * It is somebody else's after all: a third party's account, which is paid as such and takes nothing
 * that goes back to the customer. What waited only for whose it is goes on.
 */
export async function disownAccount(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  reason: string,
) {
  if (row.ownership !== 'SELF')
    return fail(illegalTransition('The account is a third party’s already.', unchanged(row)))
  if (row.proof_method === 'OWN_WALLET')
    return fail(illegalTransition('The service made this wallet for the customer.', unchanged(row)))
  await endQuotesOf(tx, by, row, 'ACCOUNT_OWNERSHIP')
  const changed = await makeThirdParty(tx, row)
  await endOpenProofs(tx, row, 'refuse', 'THIRD_PARTY')
  await record(
    tx,
    by,
    { ...changed, status_reason: reason },
    {
      type: 'updated',
      action: 'disown',
      from: row.status,
    },
  )
  if (row.status_reason !== ownershipReason) return ok(changed)
  const about = ownershipReason
  await decideReview(tx, by, subjectOf(row), { decision: 'THIRD_PARTY', reason, about })
  // The customer has connected it again already.
  if (row.status === 'NEEDS_RELINK') return ok(await relinkAccount(tx, by, changed))
  const retried =
    changed.status === 'VERIFICATION_FAILED'
      ? await transition(tx, by, changed, {
          event: 'retry',
          to: 'PENDING_VERIFICATION',
          reason: '',
        })
      : ok(changed)
  if (!retried.ok || retried.value.status !== 'PENDING_VERIFICATION') return retried
  const moved = await transition(tx, by, retried.value, {
    event: 'verify',
    to: 'ENABLED',
    reason: '',
  })
  const waiting = moved.ok ? undefined : await waitForStop(tx, by, retried.value)
  return waiting ? ok(waiting) : moved
}

const unchanged = ({ status }: ExternalAccountRow) => ({ from: status, to: status, allowed: [] })

/** Event and audit entry: partners learn what the account may be used for now. */
const recordProof = (tx: Tx, by: AuditedBy, row: ExternalAccountRow): Promise<void> =>
  record(tx, by, row, { type: 'updated', action: 'proof', from: row.status })
