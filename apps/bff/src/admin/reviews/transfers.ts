import { executionId, parseExecutionId, toText } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow, TransferRow } from '../../db/schema/rows.ts'
import * as reviews from '../../records/reviews/store.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { partyOf } from '../../records/transfers/parties.ts'
import { openHits } from '../../modules/screening/screen.ts'
import { askAbout } from '../../modules/transfers/funding/questions.ts'
import { transferContext } from '../../modules/transfers/payouts/party-screening.ts'
import { findTransferOfAny } from '../../modules/transfers/reads/review-store.ts'
import { Refused, textOption } from '../base/command.ts'
import { listCommand, type RecordKind, reviewCommand } from './record-review.ts'
import { questionText, reviewText } from './texts.ts'

const transfers: RecordKind<TransferRow> = {
  kind: 'transfer',
  listSummary: 'list the transfers in review with reason, amount, parties, hits and questions',
  reviewSummary: 'decide about a transfer in review, or ask its partner something',
  id: { name: 'execution', option: textOption('<executionId>', 'which transfer') },
  decisionMeaning: 'approve, reject or ask',
  idOf: (row) => ({ executionId: executionId(row) }),
  find: async (tx, asked) => {
    const parsed = parseExecutionId(asked)
    const row = parsed && (await findTransferOfAny(tx, parsed.id))
    if (!row) throw new Refused(`No transfer has the id ${asked}.`)
    return row
  },
  notInReview: ({ status }) => `The transfer is ${status}, and not in review.`,
  assertOperatorDecides: () => undefined,
  ask: async (tx, by, row, { text, dueAt }) => {
    const held = await lockTransfer(tx, row.partner_id, row.id)
    if (held && dueAt && dueAt <= held.read_at) return 'PAST'
    const asked = held && (await askAbout(tx, by, held, { text, dueAt }))
    return asked?.ok ? 'ASKED' : 'REFUSED'
  },
  progress: async (tx, { row: { partner_id: partnerId, id } }) => {
    const row = await findTransferOfAny(tx, id)
    const open = await reviews.listOpen(tx, { partnerId, kind: 'transfer', subjectId: id }, 1)
    const isOver = open.length === 0
    return row && { isOver, shown: { status: row.status, decided: isOver } }
  },
  text: transferText,
}

async function transferText(tx: Tx, review: ReviewRow): Promise<object> {
  const row = await findTransferOfAny(tx, review.subject_id)
  if (!row) return reviewText(review)
  const [hits, questions] = await Promise.all([
    openHits(tx, transferContext(row)),
    reviews.questionsOf(tx, row.partner_id, { kind: 'transfer', id: row.id }),
  ])
  return {
    ...reviewText(review),
    subject: executionId(row),
    dueAt: (row.held_until ?? review.due_at).toISOString(),
    amount: toText(row.amount_in, row.scale_in),
    received: toText(row.received, row.scale_in),
    currency: row.currency_in,
    from: partyOf(row, 'from').fullName,
    to: partyOf(row, 'to').fullName,
    hits,
    questions: questions.map(questionText),
  }
}

export const transferReviewCommands = {
  'transfer reviews': listCommand(transfers),
  'transfer review': reviewCommand(transfers),
}
