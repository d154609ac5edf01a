import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import * as reviews from '../../records/reviews/store.ts'
import { type Command, Misuse } from '../base/command.ts'
import { contextOfReview, hitsOfReview, reviewDecide } from './decide.ts'
import { deciderIn, deciderOption, listMax, questionText, reviewText } from './texts.ts'

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

export const reviewCommands = {
  'review list': list,
  'review decide': reviewDecide,
}
