import {
  customerNames,
  fail,
  formatId,
  namesOf,
  ok,
  parseId,
  externalAccountLifecycle,
  type TwoNames,
} from '@corridor/domain'
import type { LoopJob } from '../../../engine/background-job.ts'
import type { Tx } from '../../../db/open.ts'
import type { EntityRow, ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { decideReview, openReview } from '../../../records/reviews/reviews.ts'
import { lockOpen } from '../../../records/reviews/store.ts'
import {
  askedBy,
  clearHits,
  keep,
  type LookUp,
  openHits,
  type ScreeningContext,
  type Subject,
} from '../../screening/screen.ts'
import { restartSweep, screeningSweep } from '../../screening/sweep.ts'
import {
  enableClear,
  ownershipReason,
  proveAccount,
  refuseClaim,
  relinkAccount,
  reviewClaim,
} from './claims.ts'
import { decideDocuments } from './proof-store.ts'
import { decideStop, screeningReason } from './stop-decisions.ts'
import { stopReview, waitForStop } from './stops.ts'
import { isNumberStopped } from './stops-store.ts'
import { lockAccount, readForScreening, setReason } from './store.ts'
import { illegal, isHeldClaim, stateOf, transition } from './transition.ts'

/** Why an account was disabled whose holder was listed later. */
export const riskReason = 'RISK'
const reviewReason = 'SCREENING_HIT'

type Account = Pick<ExternalAccountRow, 'partner_id' | 'id'>
type Named = Pick<
  EntityRow,
  | 'type'
  | 'first_name'
  | 'last_name'
  | 'business_name'
  | 'latin_name'
  | 'nationality'
  | 'date_of_birth'
  | 'business'
>

export const accountContext = ({ partner_id, id }: Account): ScreeningContext => ({
  partnerId: partner_id,
  kind: 'account',
  id: formatId('acc', id),
})

const subjectOf = ({ id }: Account) => ({ kind: 'account', id }) as const

/** The holder, with what is known of the customer where the name is theirs, and the address. */
export function holderSubjects(
  entity: Named,
  { address, ...holder }: TwoNames & { address: string },
): Subject[] {
  const { incorporationCountry = '' } = (entity.business ?? {}) as { incorporationCountry?: string }
  const own = namesOf(customerNames(entity)).map((name) => askedBy({ kind: 'party', name }))
  const known =
    entity.type === 'business'
      ? { country: incorporationCountry }
      : { dateOfBirth: entity.date_of_birth ?? '', country: entity.nationality }
  return [
    ...namesOf(holder).map((holderName): Subject => {
      const subject = { kind: 'account' as const, holderName }
      return own.includes(askedBy(subject)) ? { ...subject, ...known } : subject
    }),
    { kind: 'address', address },
  ]
}

/** Keeps a hit on an account, and has somebody decide. */
export async function holdListed(tx: Tx, deps: Pick<Deps, 'ids'>, row: Account, found: LookUp) {
  const { outcome } = await keep(tx, deps, accountContext(row), found)
  if (outcome === 'HIT')
    await openReview(tx, {
      partnerId: row.partner_id,
      subject: subjectOf(row),
      reason: reviewReason,
      decider: 'operator',
    })
  return outcome
}

/**
 * A wallet that was made has its account at once: one that is listed is disabled until somebody has
 * decided. `found` is absent where the lists could not be asked: then the sweep asks them.
 */
export async function stopListed(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  by: AuditedBy,
  { row, found }: { row: ExternalAccountRow; found: LookUp | undefined },
): Promise<void> {
  if (!found) await restartSweep(tx, 'account')
  else if ((await holdListed(tx, deps, row, found)) === 'HIT')
    await transition(tx, by, row, { event: 'disable', to: 'DISABLED', reason: riskReason })
}

export type AccountRuling = {
  decision: 'APPROVED' | 'REJECTED'
  reason: string
  /** The reason of the review that is decided; the one that is most urgent where it is absent. */
  about?: string | undefined
}

/**
 * Decides about an account whose holder or address resembles a listed one, or that is claimed as the
 * customer's own. Approved, these names are cleared for this account, or it counts as proved, and it
 * is enabled; rejected, it fails its verification or stays disabled.
 */
export async function decideAccount(
  tx: Tx,
  by: AuditedBy,
  accountId: string,
  { decision, reason, about }: AccountRuling,
) {
  const id = parseId('acc', accountId)
  const row = id && (await lockAccount(tx, by.partnerId, id))
  if (!row) return fail({ code: 'ACCOUNT_NOT_FOUND' })
  const isHeld = (await openHits(tx, accountContext(row))).length > 0
  if (!isHeld || (about !== undefined && about !== reviewReason))
    return decideClaim(tx, by, row, { decision, reason, about })
  if (decision === 'APPROVED') await clearHits(tx, by, accountContext(row), reason)
  await decideReview(tx, by, subjectOf(row), { decision, reason, about: reviewReason })
  return settle(tx, by, row, decision)
}

/** Whether papers show that an account is the customer's own; nothing else waits for a person. */
async function decideClaim(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  { decision, reason, about }: AccountRuling,
) {
  // What was decided about a number can be decided otherwise later.
  const asked =
    about ??
    (await lockOpen(tx, row.partner_id, subjectOf(row)))?.reason ??
    ((await isNumberStopped(tx, row)) ? stopReview : undefined)
  if (asked === stopReview) return decideStop(tx, by, row, { decision, reason })
  if (asked !== ownershipReason)
    return illegal(stateOf(row), decision === 'APPROVED' ? 'ENABLED' : 'DISABLED')
  await decideReview(tx, by, subjectOf(row), { decision, reason, about: ownershipReason })
  await decideDocuments(tx, row, decision === 'APPROVED' ? '' : reason)
  if (decision === 'REJECTED') return refuseClaim(tx, by, row)
  return ok(await proveAccount(tx, by, row, 'DOCUMENT'))
}

async function settle(
  tx: Tx,
  by: AuditedBy,
  row: ExternalAccountRow,
  decision: AccountRuling['decision'],
) {
  const isNew = row.status === 'PENDING_VERIFICATION'
  if (decision === 'REJECTED')
    return isNew
      ? transition(tx, by, row, {
          event: 'fail',
          to: 'VERIFICATION_FAILED',
          reason: screeningReason,
        })
      : ok(row)
  if (isNew) return enableClear(tx, by, row)
  // The names are cleared all the same: whose it is, is asked next.
  if (isHeldClaim(row) && row.status_reason === riskReason) {
    await reviewClaim(tx, row)
    return ok(await setReason(tx, row, ownershipReason))
  }
  if (row.status_reason !== riskReason) return ok(row)
  if (row.status === 'NEEDS_RELINK') return ok(await relinkAccount(tx, by, row))
  if (row.status !== 'DISABLED') return ok(row)
  const moved = await transition(tx, by, row, { event: 'enable', to: 'ENABLED', reason: '' })
  const waiting = moved.ok ? undefined : await waitForStop(tx, by, row)
  return waiting ? ok(waiting) : moved
}

type Parts = Pick<Deps, 'db' | 'screening' | 'wake' | 'log' | 'ids' | 'config'>
const actor = { type: 'service', id: 'screening' } as const

/** Each account when the list has a new version: one that is in use is disabled until a decision. */
export const accountScreening = (deps: Parts): LoopJob =>
  screeningSweep(deps, {
    kind: 'account',
    read: async (tx, after, limit) =>
      (await readForScreening(tx, after, limit)).map(({ entity, ...row }) => ({
        partnerId: row.partner_id,
        id: row.id,
        subjects: holderSubjects(entity, {
          name: row.name ?? '',
          latinName: row.latinName ?? '',
          address: row.address ?? '',
        }),
      })),
    hit: async (tx, { partnerId, id }, found) => {
      const row = await lockAccount(tx, partnerId, id)
      if (!row || (await holdListed(tx, deps, row, found)) === 'CLEAR') return
      if (externalAccountLifecycle.next(row.status, 'disable'))
        await transition(tx, by(partnerId), row, {
          event: 'disable',
          to: 'DISABLED',
          reason: riskReason,
        })
    },
    clear: async (tx, { partnerId, id }, found) => {
      const row = await lockAccount(tx, partnerId, id)
      if (row?.status !== 'PENDING_VERIFICATION' || row.status_reason !== screeningReason) return
      if ((await openHits(tx, accountContext(row))).length > 0) return
      // It was added while the list could not be asked.
      await keep(tx, deps, accountContext(row), found)
      await enableClear(tx, by(partnerId), row)
    },
  })

const by = (partnerId: string): AuditedBy => ({ partnerId, actor, requestId: '' })
