import { formatId, type ReviewSubjectKind } from '@corridor/domain'
import type { QuestionRow, ReviewRow } from '../../db/schema/rows.ts'
import { choice } from '../base/command.ts'

export const listMax = 500

export const decider = choice(
  ['operator', 'partner'],
  'operator or partner; left out: both',
).optional()

export const prefixes = {
  transfer: 'exec',
  deposit: 'dep',
  kyc: 'ent',
  account: 'acc',
  screening: 'scr',
  drawing: 'ltx',
  reserve: 'rsv',
  withdrawal: 'wdr',
} as const

export const reviewText = (row: ReviewRow) => ({
  reviewId: formatId('rev', row.id),
  svcPartnerId: formatId('par', row.partner_id),
  kind: row.subject_kind,
  subject: formatId(prefixes[row.subject_kind as ReviewSubjectKind], row.subject_id),
  reason: row.reason,
  decider: row.decider,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.due_at.toISOString(),
})

export const questionText = (questionRow: QuestionRow) => ({
  rfiId: formatId('rfi', questionRow.id),
  status: questionRow.status,
  text: questionRow.text,
  dueAt: questionRow.due_at.toISOString(),
  answer: questionRow.answer,
  documents: questionRow.documents,
})
