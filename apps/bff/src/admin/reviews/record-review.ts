import { setTimeout as sleep } from 'node:timers/promises'
import { formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import * as reviews from '../../records/reviews/store.ts'
import {
  type Command,
  Misuse,
  type Option,
  type Options,
  Refused,
  required,
  timeOf,
} from '../base/command.ts'
import type { Site } from '../base/site.ts'
import { deciderIn, deciderOption, listMax, operator } from './texts.ts'

export type Reviewed<Row> = { row: Row; review: ReviewRow }
type Named = { partner_id: string; id: string }

/** A kind of record that the commands of this file list, decide and ask about. */
export type RecordKind<Row extends Named> = {
  kind: 'transfer' | 'deposit'
  listSummary: string
  reviewSummary: string
  idOption: Option
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
export const listCommand = <Row extends Named>(record: RecordKind<Row>): Command => ({
  summary: record.listSummary,
  options: [deciderOption],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const filter = { kind: record.kind, decider: deciderIn(options) }
      const open = await reviews.listOpen(tx, filter, listMax)
      const shown: object[] = []
      for (const review of open) shown.push(await record.text(tx, review))
      return { reviews: shown }
    }),
})

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const

/** `… review`: approves, rejects or asks. */
export const reviewCommand = <Row extends Named>(record: RecordKind<Row>): Command => ({
  summary: record.reviewSummary,
  options: [
    record.idOption,
    { name: 'decision', value: '<word>', required: true, meaning: record.decisionMeaning },
    { name: 'reason', value: '<text>', meaning: 'why; required to approve or reject' },
    { name: 'question', value: '<text>', meaning: 'what is asked, as the partner reads it' },
    { name: 'due', value: '<ISO time>', meaning: 'until when to answer; left out: a week' },
  ],
  onSite: async (site, options) => {
    const { decision = '' } = options
    if (decision === 'ask') return ask(record, site, options)
    if (decision !== 'approve' && decision !== 'reject')
      throw new Misuse('--decision: approve, reject or ask.')
    return decide(record, site, options, decisions[decision])
  },
})

async function ask<Row extends Named>(record: RecordKind<Row>, site: Site, options: Options) {
  const text = required(options, 'question')
  const dueAt = options['due'] === undefined ? undefined : timeOf('due', options['due'])
  const answer = await site.db.asWorker(async (tx) => {
    const { row } = await inReview(tx, record, options)
    const asked = await record.ask(tx, byOperator(row), row, { text, dueAt })
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
  options: Options,
  decision: Decision,
): Promise<unknown> {
  const reason = required(options, 'reason')
  const ordered = await site.db.asWorker(async (tx) => {
    const { row, review } = await inReview(tx, record, options)
    record.assertOperatorDecides(review)
    await reviews.orderDecision(tx, review, { decision, reason })
    await recordAudit(tx, byOperator(row), {
      action: 'review.order',
      object: { kind: 'review', id: formatId('rev', review.id) },
      after: { decision, ...record.idOf(row) },
      reason,
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

async function inReview<Row extends Named>(
  tx: Tx,
  record: RecordKind<Row>,
  options: Options,
): Promise<Reviewed<Row>> {
  const row = await record.find(tx, required(options, record.idOption.name))
  const [review] = await reviews.listOpen(tx, subjectOf(record, row), 1)
  if (!review) throw new Refused(record.notInReview(row))
  return { row, review }
}

const subjectOf = <Row extends Named>({ kind }: RecordKind<Row>, row: Row) => ({
  partnerId: row.partner_id,
  kind,
  subjectId: row.id,
})

const byOperator = ({ partner_id: partnerId }: Named): AuditedBy => ({
  partnerId,
  actor: operator,
  requestId: '',
})
