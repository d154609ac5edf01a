import { formatId, parseId, toText } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import { type DepositRecord, findDepositOfAny } from '../../modules/payin-routes/deposits/store.ts'
import { carries } from '../../modules/payin-routes/deposits/held-actions.ts'
import { askAboutDeposit } from '../../modules/payin-routes/resolve/questions.ts'
import * as reviews from '../../records/reviews/store.ts'
import { Refused, textOption } from '../base/command.ts'
import { hitsOfReview } from './decide.ts'
import { listCommand, type RecordKind, reviewCommand } from './record-review.ts'
import { questionText, reviewText } from './texts.ts'

const deposits: RecordKind<DepositRecord> = {
  kind: 'deposit',
  listSummary: 'list the held deposits with reason, amount, sender, owner and questions',
  reviewSummary: 'decide about a deposit that compliance holds, or ask its partner something',
  id: { name: 'deposit', option: textOption('<depositId>', 'which deposit') },
  decisionMeaning: 'approve (it goes on), reject (it goes back) or ask',
  idOf: ({ id }) => ({ depositId: formatId('dep', id) }),
  find: async (tx, asked) => {
    const id = parseId('dep', asked)
    const row = id && (await findDepositOfAny(tx, id))
    if (!row) throw new Refused(`No deposit has the id ${asked}.`)
    if (row.status === 'HELD' && carries(row))
      throw new Refused(
        `Decide about its transfer, ${formatId('exec', row.carrier_id ?? '')}: transfer review.`,
      )
    return row
  },
  notInReview: ({ status }) => `The deposit is ${status}, and waits for no decision.`,
  assertOperatorDecides: ({ decider, reason }) => {
    if (decider !== 'operator')
      throw new Refused(`Its partner decides about this deposit (${reason}).`)
  },
  ask: async (tx, by, row, question) => {
    const asked = await askAboutDeposit(tx, by, row, question)
    return asked === 'PAST' ? 'PAST' : asked ? 'ASKED' : 'REFUSED'
  },
  // Refused: the server could not do it, for the reason in the audit log; it is open again.
  progress: async (tx, { row, review }) => {
    const now = await findDepositOfAny(tx, row.id)
    const seen = await reviews.findReviewOfAny(tx, review.id)
    const isDecided = seen?.status !== 'OPEN'
    const isRefused = !isDecided && seen.ordered === null
    const shown = { status: now?.status, decided: isDecided, refused: isRefused }
    return now && { isOver: isDecided || isRefused, shown }
  },
  text: depositText,
}

async function depositText(tx: Tx, review: ReviewRow): Promise<object> {
  const row = await findDepositOfAny(tx, review.subject_id)
  if (!row) return reviewText(review)
  const [hits, questions] = await Promise.all([
    hitsOfReview(tx, review),
    reviews.questionsOf(tx, row.partner_id, { kind: 'deposit', id: row.id }),
  ])
  return {
    ...reviewText(review),
    amount: toText(row.amount, row.scale),
    currency: row.currency,
    sender: row.sender,
    owner: row.owner_id === null ? '' : formatId('ent', row.owner_id),
    limit: row.held_limit,
    executionId: row.carrier_id === null ? '' : formatId('exec', row.carrier_id),
    hits,
    questions: questions.map(questionText),
  }
}

export const depositReviewCommands = {
  'deposit reviews': listCommand(deposits),
  'deposit review': reviewCommand(deposits),
}
