import type { KycReason } from '@corridor/contract'
import { formatId, namesOf, wholeName } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import type { PartySubject, ScreeningReport } from '../../../ports/screening.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../../engine/background-job.ts'
import type { NextPass } from '../../../engine/loop.ts'
import { listLapsed } from '../case/document-store.ts'
import { expireDocuments } from '../case/expiry.ts'
import { openCase } from '../case/progress.ts'
import { type KycRecord, readRecord, type SubmissionRow } from '../case/store.ts'
import { keepScreening, unscreened } from '../case/submission-store.ts'
import { personsOf } from '../case/subject.ts'
import { keep, lookUp, type Subject } from '../../screening/screen.ts'
import { kycContext } from '../case/screening-context.ts'
import { undecidedLikeness } from '../case/gate.ts'
import { applyChange } from '../case/transitions.ts'
import { lockExpiring, markReminded } from './reminder-store.ts'
import type { Tx } from '../../../db/open.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { holdLikenesses } from '../../../records/persons/store.ts'

type Parts = Pick<
  Deps,
  'ids' | 'db' | 'kek' | 'jurisdictions' | 'screening' | 'wake' | 'log' | 'faults' | 'config'
>

const everyMs = 1_000
const batchMax = 20
const actor = { type: 'service', id: 'screening' } as const

/**
 * What happens to verifications automatically: submissions are screened and queued for review;
 * documents expire. No submission is ever approved here.
 */
export function reviewWorker(deps: Parts): LoopJob {
  return leaderLoop({ name: 'kyc', everyMs, ...whileQuiet, wakeOn: ['sweep'], run })

  async function run(): Promise<NextPass> {
    const submissions = await deps.db.readingAll((tx) => unscreened(tx, batchMax))
    for (const submission of submissions) await guarded(() => review(submission))
    const lapsed = await deps.db.readingAll(listLapsed)
    for (const { partner_id: partnerId, entity_id: entityId } of lapsed)
      await guarded(() =>
        deps.db.asWorker((tx) => expireDocuments(tx, deps, { partnerId, entityId })),
      )
    const reminded = await deps.db.asWorker(remindOfExpiry)
    if (submissions.length + lapsed.length + reminded > 0) deps.wake.notify('events')
    if (submissions.length >= batchMax) return { againInMs: 0 }
    // Some may wait for an answer about them.
    return submissions.length > 0 ? { againInMs: everyMs } : undefined
  }

  /** One that fails is tried again with the next pass, and holds up no other. */
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      deps.log.warn({ err: error }, 'a verification could not be gone on with')
    }
  }

  /** Asks the lists outside any transaction; what they say is kept once. */
  async function review(submission: SubmissionRow): Promise<void> {
    const of = { partnerId: submission.partner_id, entityId: submission.entity_id }
    const found = await deps.db.readingAll((tx) => readRecord(tx, of))
    if (!found) return
    const looked = await lookUp(deps, subjectsOf(deps, found))
    // The next pass asks again.
    if (!looked.ok) return
    const { report } = looked.value
    await deps.faults.reach('kyc_screening', 'after_effect')
    await deps.db.asWorker(async (tx) => {
      if (deps.config.LIKENESS_HOLDS === 'on') await holdLikenesses(tx, of.partnerId)
      const record = await readRecord(tx, of, { lock: true })
      if (!record || !(await keepScreening(tx, submission, report))) return
      await keep(tx, deps, kycContext(record.entity), looked.value)
      const waiting = record.capabilities.filter(
        ({ jurisdiction_id: id, status }) =>
          submission.jurisdiction_ids.includes(id) && status === 'SUBMITTED',
      )
      const isUnderReview = record.capabilities.some(({ status }) => status === 'UNDER_REVIEW')
      await applyChange(tx, deps, { partnerId: of.partnerId, actor, requestId: '' }, record, {
        moves: waiting.map((item) => ({
          jurisdictionId: item.jurisdiction_id,
          events: ['review'],
        })),
        ...(waiting.length > 0 || (isUnderReview && report.hits.length > 0)
          ? { reasons: [...reasonsFor(report), ...(await likenessReasons(tx, deps, record))] }
          : {}),
        reason: `screened against ${report.list}`,
      })
    })
  }
}

/** The customer and everyone behind it. */
export function subjectsOf(
  deps: Pick<Parts, 'kek' | 'jurisdictions'>,
  record: KycRecord,
): Subject[] {
  const { known, type } = openCase(deps, record).subject
  const person = (prefix: string): PartySubject => ({
    name: wholeName({
      firstName: known[`${prefix}firstName`] ?? '',
      lastName: known[`${prefix}lastName`] ?? '',
    }),
    dateOfBirth: known[`${prefix}dateOfBirth`] ?? '',
    country: known[`${prefix}nationality`] ?? '',
  })
  const persons = personsOf(record.entity).flatMap(({ latinName, ...item }) =>
    namesOf({ name: wholeName(item), latinName }).map((name) => ({
      name,
      dateOfBirth: item.dateOfBirth,
      country: item.nationality,
    })),
  )
  const own: PartySubject =
    type === 'individual'
      ? person('')
      : { name: known['businessName'] ?? '', country: known['incorporationCountry'] ?? '' }
  const inLatin = { ...own, name: known['latinName'] ?? '' }
  return [own, inLatin, ...persons, person('controller.')].map((item) => ({
    kind: 'party',
    ...item,
  }))
}

/** A hit is decided by a person: partners see that a review is open, not whose list matched. */
const reasonsFor = ({ hits }: ScreeningReport): KycReason[] =>
  hits.length === 0
    ? []
    : [
        {
          code: 'SCREENING_REVIEW',
          message: 'A name is being compared with public lists.',
          fixBy: 'service',
          fixField: '',
          retryable: true,
        },
      ]

/** The partner decides about its customers who are surely one, where an approval waits for that. */
const likenessReasons = async (
  tx: Tx,
  deps: Pick<Parts, 'config' | 'kek'>,
  record: KycRecord,
): Promise<KycReason[]> =>
  (await undecidedLikeness(tx, deps, record))
    .filter(({ path }) => path === 'likenesses')
    .slice(0, 1)
    .map(() => ({
      code: 'LIKENESS_UNDECIDED',
      message:
        'The customer is surely the same as another one: decide whether they are one person.',
      fixBy: 'partner',
      fixField: '',
      retryable: true,
    }))

/**
 * Publishes once for each proving document that it expires within 30 days. Returns their number.
 */
async function remindOfExpiry(tx: Tx): Promise<number> {
  const due = await lockExpiring(tx)
  for (const row of due) {
    const entityId = formatId('ent', row.entity_id)
    await markReminded(tx, row)
    await recordEvent(tx, {
      partnerId: row.partner_id,
      category: 'kyc',
      type: 'action_required',
      status: row.kyc_status.toLowerCase(),
      object: {
        entityId,
        jurisdictionId: '',
        status: row.kyc_status,
        previousStatus: row.kyc_status,
        documentId: formatId('doc', row.id),
        reasons: [
          {
            code: 'DOCUMENT_EXPIRING',
            message: `A document expires on ${row.expiry_date ?? ''}. Send a new one before.`,
            fixBy: 'customer',
            fixField: row.type,
            retryable: true,
          },
        ],
      },
      subject: { kind: 'kyc', id: entityId, version: row.version },
    })
  }
  return due.length
}
