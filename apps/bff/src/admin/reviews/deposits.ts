import { setTimeout as sleep } from 'node:timers/promises'
import { formatId, parseId, toText } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import { type DepositRecord, findDepositOfAny } from '../../modules/payin-routes/deposits/store.ts'
import { carries } from '../../modules/payin-routes/deposits/held-actions.ts'
import { askAboutDeposit } from '../../modules/payin-routes/resolve/questions.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import * as reviews from '../../records/reviews/store.ts'
import { type Command, Misuse, type Options, Refused, required, timeOf } from '../base/command.ts'
import type { Site } from '../base/site.ts'
import { hitsOfReview } from './decide.ts'
import { deciderIn, deciderOption, listMax, questionText, reviewText } from './reviews.ts'

const depositReviews: Command = {
  summary: 'list the held deposits with reason, amount, sender, owner and questions',
  options: [deciderOption],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const filter = { kind: 'deposit', decider: deciderIn(options) } as const
      const open = await reviews.listOpen(tx, filter, listMax)
      const shown: object[] = []
      for (const review of open) shown.push(await depositText(tx, review))
      return { reviews: shown }
    }),
}

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const

const depositReview: Command = {
  summary: 'decide about a deposit that compliance holds, or ask its partner something',
  options: [
    { name: 'deposit', value: '<depositId>', required: true, meaning: 'which deposit' },
    {
      name: 'decision',
      value: '<word>',
      required: true,
      meaning: 'approve (it goes on), reject (it goes back) or ask',
    },
    { name: 'reason', value: '<text>', meaning: 'why; required to approve or reject' },
    { name: 'question', value: '<text>', meaning: 'what is asked, as the partner reads it' },
    { name: 'due', value: '<ISO time>', meaning: 'until when to answer; left out: a week' },
  ],
  onSite: async (site, options) => {
    const { decision = '' } = options
    if (decision === 'ask') return ask(site, options)
    if (decision !== 'approve' && decision !== 'reject')
      throw new Misuse('--decision: approve, reject or ask.')
    return decide(site, options, decisions[decision])
  },
}

async function ask(site: Site, options: Options): Promise<unknown> {
  const text = required(options, 'question')
  const dueAt = options['due'] === undefined ? undefined : timeOf('due', options['due'])
  const answer = await site.db.asWorker(async (tx) => {
    const { row, review } = await inReview(tx, options)
    const asked = await askAboutDeposit(tx, byOperator(row), row, { text, dueAt })
    if (asked === 'PAST') throw new Misuse('--due: a time to come.')
    if (!asked) throw new Refused('Nothing can be asked about this deposit now.')
    return depositText(tx, review)
  })
  site.published()
  return answer
}

/** The running server carries the decision out, with the money; without one it waits for its start. */
async function decide(
  site: Site,
  options: Options,
  decision: 'APPROVED' | 'REJECTED',
): Promise<unknown> {
  const reason = required(options, 'reason')
  const ordered = await site.db.asWorker(async (tx) => {
    const { row, review } = await inReview(tx, options)
    if (review.decider !== 'operator')
      throw new Refused(`Its partner decides about this deposit (${review.reason}).`)
    await reviews.orderDecision(tx, review, { decision, reason })
    await recordAudit(tx, byOperator(row), {
      action: 'review.order',
      object: { kind: 'review', id: formatId('rev', review.id) },
      after: { decision, depositId: formatId('dep', row.id) },
      reason,
    })
    return { row, review }
  })
  site.wake.notify('sweep')
  return carriedOut(site, ordered)
}

const waitMsMax = 3_000
const lookMs = 50

/** `refused`: the server could not do it, for the reason in the audit log; it is open again. */
async function carriedOut(
  { db }: Site,
  { row, review }: { row: DepositRecord; review: ReviewRow },
) {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const now = await db.asWorker((tx) => findDepositOfAny(tx, row.id))
    const seen = await db.asWorker((tx) => reviews.findReviewOfAny(tx, review.id))
    const isDecided = seen?.status !== 'OPEN'
    const isRefused = !isDecided && seen.ordered === null
    if (now && (isDecided || isRefused || waitedMs >= waitMsMax))
      return {
        depositId: formatId('dep', row.id),
        status: now.status,
        decided: isDecided,
        refused: isRefused,
      }
    await sleep(lookMs)
  }
}

async function inReview(
  tx: Tx,
  options: Options,
): Promise<{ row: DepositRecord; review: ReviewRow }> {
  const text = required(options, 'deposit')
  const id = parseId('dep', text)
  const row = id && (await findDepositOfAny(tx, id))
  if (!row) throw new Refused(`No deposit has the id ${text}.`)
  if (row.status === 'HELD' && carries(row))
    throw new Refused(
      `Decide about its transfer, ${formatId('exec', row.carrier_id ?? '')}: transfer review.`,
    )
  const [review] = await reviews.listOpen(tx, subjectOf(row), 1)
  if (!review) throw new Refused(`The deposit is ${row.status}, and waits for no decision.`)
  return { row, review }
}

const subjectOf = ({ partner_id: partnerId, id: subjectId }: DepositRecord) =>
  ({ partnerId, kind: 'deposit', subjectId }) as const

const byOperator = ({ partner_id: partnerId }: DepositRecord): AuditedBy => ({
  partnerId,
  actor: { type: 'service', id: 'operator' },
  requestId: '',
})

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
  'deposit reviews': depositReviews,
  'deposit review': depositReview,
}
