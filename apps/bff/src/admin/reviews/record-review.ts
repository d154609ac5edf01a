import { setTimeout as sleep } from 'node:timers/promises'
import { formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import * as reviews from '../../records/reviews/store.ts'
import {
  byOperator,
  choice,
  Misuse,
  needed,
  onSite,
  type Options,
  reason,
  Refused,
  textOption,
  timeOf,
} from '../base/command.ts'
import type { Site } from '../base/site.ts'
import { decider, listMax } from './texts.ts'

export type Reviewed<Row> = { row: Row; review: ReviewRow }
type Named = { partner_id: string; id: string }

/** A kind of record that the commands of this file list, decide and ask about. */
export type RecordKind<Row extends Named> = {
  kind: 'transfer' | 'deposit'
  listSummary: string
  reviewSummary: string
  /** The option that names the record. */
  id: { name: string; option: ReturnType<typeof textOption> }
  decisionMeaning: string
  /** Its id, named as in the API's answers. */
  idOf: (row: Row) => Record<string, string>
  /** @throws Refused where there is no such record, or another command decides about it */
  find: (tx: Tx, id: string) => Promise<Row>
  /** Why a record without an open review needs no decision. */
  notInReview: (row: Row) => string
  /** @throws Refused where somebody else decides */
  assertOperatorDecides: (review: ReviewRow) => void
  ask: (
    tx: Tx,
    by: AuditedBy,
    row: Row,
    question: Question,
  ) => Promise<'ASKED' | 'PAST' | 'REFUSED'>
  /** What became of it so far; nothing while it is not to be seen. */
  progress: (tx: Tx, reviewed: Reviewed<Row>) => Promise<Progress | undefined>
  text: (tx: Tx, review: ReviewRow) => Promise<object>
}
export type Question = { text: string; dueAt: Date | undefined }
export type Progress = { isOver: boolean; shown: object }
type Decision = 'APPROVED' | 'REJECTED'

/** `… reviews`: those of a kind that wait for a decision. */
export const listCommand = <Row extends Named>(record: RecordKind<Row>) =>
  onSite({
    summary: record.listSummary,
    options: { decider },
    run: ({ db }, filter) =>
      db.asWorker(async (tx) => {
        const shown: object[] = []
        for (const review of await reviews.listOpen(tx, { kind: record.kind, ...filter }, listMax))
          shown.push(await record.text(tx, review))
        return { reviews: shown }
      }),
  })

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const

/** `… review`: approves, rejects or asks. */
export const reviewCommand = <Row extends Named>(record: RecordKind<Row>) =>
  onSite({
    summary: record.reviewSummary,
    options: {
      // Its name differs, so that no type has it.
      ...({ [record.id.name]: record.id.option } as object),
      decision: choice(['approve', 'reject', 'ask'], record.decisionMeaning),
      reason: reason('why; required to approve or reject').optional(),
      question: textOption('<text>', 'what is asked, as the partner reads it').optional(),
      due: textOption('<ISO time>', 'until when to answer; left out: a week')
        .transform((at) => timeOf('due', at))
        .optional(),
    },
    run: async (site, { decision, reason: why, question, due, ...named }) => {
      const { [record.id.name]: id = '' }: Options = named
      return decision === 'ask'
        ? ask(record, site, id, { text: needed('question', question), dueAt: due })
        : decide(record, site, id, {
            decision: decisions[decision],
            reason: needed('reason', why),
          })
    },
  })

async function ask<Row extends Named>(
  record: RecordKind<Row>,
  site: Site,
  id: string,
  question: Question,
) {
  const answer = await site.db.asWorker(async (tx) => {
    const { row } = await inReview(tx, record, id)
    const asked = await record.ask(tx, byOperator(row.partner_id), row, question)
    if (asked === 'PAST') throw new Misuse('--due: a time to come.')
    if (asked === 'REFUSED')
      throw new Refused(`Nothing can be asked about this ${record.kind} now.`)
    const [review] = await reviews.listOpen(tx, subjectOf(record, row), 1)
    return review ? record.text(tx, review) : {}
  })
  site.published()
  return answer
}

/** The running server carries the decision out, with the money; without one it waits for its start. */
async function decide<Row extends Named>(
  record: RecordKind<Row>,
  site: Site,
  id: string,
  ruling: { decision: Decision; reason: string },
): Promise<unknown> {
  const ordered = await site.db.asWorker(async (tx) => {
    const { row, review } = await inReview(tx, record, id)
    record.assertOperatorDecides(review)
    await reviews.orderDecision(tx, review, ruling)
    await recordAudit(tx, byOperator(row.partner_id), {
      action: 'review.order',
      object: { kind: 'review', id: formatId('rev', review.id) },
      after: { decision: ruling.decision, ...record.idOf(row) },
      reason: ruling.reason,
    })
    return { row, review }
  })
  site.wake.notify('sweep')
  return carriedOut(record, site, ordered)
}

const waitMsMax = 3_000
const lookMs = 50

async function carriedOut<Row extends Named>(
  record: RecordKind<Row>,
  { db }: Site,
  reviewed: Reviewed<Row>,
): Promise<object> {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const progress = await db.asWorker((tx) => record.progress(tx, reviewed))
    if (progress && (progress.isOver || waitedMs >= waitMsMax))
      return { ...record.idOf(reviewed.row), ...progress.shown }
    await sleep(lookMs)
  }
}

async function inReview<Row extends Named>(tx: Tx, record: RecordKind<Row>, id: string) {
  const row = await record.find(tx, id)
  const [review] = await reviews.listOpen(tx, subjectOf(record, row), 1)
  if (!review) throw new Refused(record.notInReview(row))
  return { row, review }
}

const subjectOf = <Row extends Named>({ kind }: RecordKind<Row>, row: Row) => ({
  partnerId: row.partner_id,
  kind,
  subjectId: row.id,
})
