import { setTimeout as sleep } from 'node:timers/promises'
import {
  executionId,
  formatId,
  parseExecutionId,
  parseId,
  type ReviewSubjectKind,
  toText,
} from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { QuestionRow, ReviewRow, TransferRow } from '../../db/schema/rows.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import {
  decideUnlisted,
  listHeldUnlisted,
  lockUnlisted,
  type ShownUnlisted,
} from '../../records/deposits/unlisted-store.ts'
import * as reviews from '../../records/reviews/store.ts'
import { lockTransfer } from '../../records/transfers/store.ts'
import { partyOf } from '../../records/transfers/parties.ts'
import { openHits } from '../../modules/screening/screen.ts'
import { askAbout } from '../../modules/transfers/funding/questions.ts'
import { transferContext } from '../../modules/transfers/payouts/party-screening.ts'
import { findTransferOfAny } from '../../modules/transfers/reads/review-store.ts'
import { type Command, Misuse, type Options, Refused, required, timeOf } from '../base/command.ts'
import type { Site } from '../base/site.ts'
import { contextOfReview, hitsOfReview, reviewDecide } from './decide.ts'

const actor = { type: 'service', id: 'operator' } as const
export const listMax = 500
const kinds = [
  'transfer',
  'deposit',
  'kyc',
  'account',
  'screening',
  'drawing',
  'reserve',
  'withdrawal',
] as const

export const deciderOption = {
  name: 'decider',
  value: '<word>',
  meaning: 'operator or partner; left out: both',
}

const list: Command = {
  summary: 'list what waits for a decision, whoever it is about, oldest due first',
  options: [
    { name: 'kind', value: '<word>', meaning: `one of ${kinds.join(', ')}; left out: all` },
    deciderOption,
  ],
  onSite: ({ db }, options) => {
    const kind = kinds.find((known) => known === options['kind'])
    if (options['kind'] !== undefined && !kind)
      throw new Misuse(`--kind: one of ${kinds.join(', ')}.`)
    return db.asWorker(async (tx) => {
      const open = await reviews.listOpen(tx, { kind, decider: deciderIn(options) }, listMax)
      const shown: object[] = []
      for (const review of open) shown.push(await listedText(tx, review))
      return { reviews: shown }
    })
  },
}

const transferReviews: Command = {
  summary: 'list the transfers in review with reason, amount, parties, hits and questions',
  options: [deciderOption],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const filter = { kind: 'transfer', decider: deciderIn(options) } as const
      const open = await reviews.listOpen(tx, filter, listMax)
      const shown: object[] = []
      for (const review of open) shown.push(await transferText(tx, review))
      return { reviews: shown }
    }),
}

const decisions = { approve: 'APPROVED', reject: 'REJECTED' } as const

const transferReview: Command = {
  summary: 'decide about a transfer in review, or ask its partner something',
  options: [
    { name: 'execution', value: '<executionId>', required: true, meaning: 'which transfer' },
    { name: 'decision', value: '<word>', required: true, meaning: 'approve, reject or ask' },
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
    const { row } = await inReview(tx, options)
    const held = await lockTransfer(tx, row.partner_id, row.id)
    if (held && dueAt && dueAt <= held.read_at) throw new Misuse('--due: a time to come.')
    const asked = held && (await askAbout(tx, byOperator(row), held, { text, dueAt }))
    if (!asked?.ok) throw new Refused('Nothing can be asked about this transfer now.')
    const [review] = await reviews.listOpen(tx, subjectOf(row), 1)
    return review ? transferText(tx, review) : {}
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
    await reviews.orderDecision(tx, review, { decision, reason })
    await recordAudit(tx, byOperator(row), {
      action: 'review.order',
      object: { kind: 'review', id: formatId('rev', review.id) },
      after: { decision, executionId: executionId(row) },
      reason,
    })
    return row
  })
  site.wake.notify('sweep')
  return carriedOut(site, ordered)
}

const waitMsMax = 3_000
const lookMs = 50

async function carriedOut({ db }: Site, { partner_id, id }: TransferRow) {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const row = await db.asWorker((tx) => findTransferOfAny(tx, id))
    const open = await db.asWorker((tx) =>
      reviews.listOpen(tx, { partnerId: partner_id, kind: 'transfer', subjectId: id }, 1),
    )
    if (row && (open.length === 0 || waitedMs >= waitMsMax))
      return { executionId: executionId(row), status: row.status, decided: open.length === 0 }
    await sleep(lookMs)
  }
}

async function inReview(
  tx: Tx,
  options: Options,
): Promise<{ row: TransferRow; review: ReviewRow }> {
  const text = required(options, 'execution')
  const parsed = parseExecutionId(text)
  const row = parsed && (await findTransferOfAny(tx, parsed.id))
  if (!row) throw new Refused(`No transfer has the id ${text}.`)
  const [review] = await reviews.listOpen(tx, subjectOf(row), 1)
  if (!review) throw new Refused(`The transfer is ${row.status}, and not in review.`)
  return { row, review }
}

const subjectOf = ({ partner_id: partnerId, id: subjectId }: TransferRow) =>
  ({ partnerId, kind: 'transfer', subjectId }) as const

const byOperator = ({ partner_id: partnerId }: Pick<TransferRow, 'partner_id'>): AuditedBy => ({
  partnerId,
  actor,
  requestId: '',
})

const prefixes = {
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

/** With the names that were found, and what was asked. */
async function listedText(tx: Tx, review: ReviewRow): Promise<object> {
  const [hits, context, questions] = [
    await hitsOfReview(tx, review),
    await contextOfReview(tx, review),
    await reviews.questionsOf(tx, review.partner_id, {
      kind: review.subject_kind,
      id: review.subject_id,
    }),
  ]
  return {
    ...reviewText(review),
    ...(review.subject_kind === 'screening' && context
      ? { about: context.kind, aboutId: context.id }
      : {}),
    hits,
    questions: questions.map(questionText),
  }
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

export const questionText = (one: QuestionRow) => ({
  rfiId: formatId('rfi', one.id),
  status: one.status,
  text: one.text,
  dueAt: one.due_at.toISOString(),
  answer: one.answer,
  documents: one.documents,
})

export function deciderIn({ decider }: Options): 'operator' | 'partner' | undefined {
  if (decider === undefined || decider === 'operator' || decider === 'partner') return decider
  throw new Misuse('--decider: operator or partner.')
}

const unlisted: Command = {
  summary:
    'list unknown tokens and native coin that came to addresses of the service, oldest first',
  options: [],
  onSite: ({ db }) =>
    db.asWorker(async (tx) => ({
      deposits: (await listHeldUnlisted(tx, listMax)).map(unlistedText),
    })),
}

const unlistedDecide: Command = {
  summary: 'record what became of an unknown token or native coin: sent back by hand, or kept',
  options: [
    { name: 'deposit', value: '<depositId>', required: true, meaning: 'which one' },
    { name: 'decision', value: '<word>', required: true, meaning: 'returned or kept' },
    { name: 'hash', value: '<0x…>', meaning: 'the transaction that sent it back; with returned' },
    { name: 'reason', value: '<text>', required: true, meaning: 'why, for the audit log' },
    { name: 'by', value: '<name>', required: true, meaning: 'who says so' },
  ],
  onSite: async ({ db }, options) => {
    const text = required(options, 'deposit')
    const id = parseId('dep', text)
    const hash = options['hash'] ?? ''
    const isReturned = options['decision'] === 'returned'
    if (!isReturned && options['decision'] !== 'kept')
      throw new Misuse('--decision: returned or kept.')
    if (isReturned ? !/^0x[0-9a-f]{64}$/i.test(hash) : hash !== '')
      throw new Misuse('--hash: the hash of the transaction that sent it back, with returned only.')
    return db.asWorker(async (tx) => {
      const held = id && (await lockUnlisted(tx, id))
      if (!held) throw new Refused(`Nothing that is held has the id ${text}.`)
      const status = isReturned ? 'RETURNED' : 'KEPT'
      const [reason, by] = [required(options, 'reason'), required(options, 'by')]
      const row = await decideUnlisted(tx, held, { status, hash: hash.toLowerCase(), reason, by })
      await recordAudit(tx, byOperator(row), {
        action: 'deposit.decide',
        object: { kind: 'deposit', id: text },
        before: { status: held.status },
        after: { status, returnHash: row.return_hash, by },
        reason,
      })
      return { depositId: text, status }
    })
  },
}

const unlistedText = (row: ShownUnlisted) => ({
  depositId: formatId('dep', row.id),
  svcPartnerId: row.partner_id === operatorPartnerId ? '' : formatId('par', row.partner_id),
  kind: row.kind,
  chainId: row.chain_id,
  tokenAddress: row.contract,
  symbol: row.symbol ?? '',
  decimals: row.decimals,
  amountRaw: String(row.amount),
  sender: row.sender,
  walletAddress: row.address,
  hash: row.hash,
  receivedAt: row.received_at.toISOString(),
})

export const reviewCommands = {
  'deposit unlisted': unlisted,
  'deposit decide': unlistedDecide,
  'review list': list,
  'review decide': reviewDecide,
  'transfer reviews': transferReviews,
  'transfer review': transferReview,
}
