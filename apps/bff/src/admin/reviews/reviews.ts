import type { ReviewSubjectKind } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { ReviewRow } from '../../db/schema/rows.ts'
import * as reviews from '../../records/reviews/store.ts'
import { choice, onSite } from '../base/command.ts'
import { contextOfReview, hitsOfReview, reviewDecide } from './decide.ts'
import { decider, listMax, prefixes, questionText, reviewText } from './texts.ts'

const kinds = Object.keys(prefixes) as ReviewSubjectKind[]

export const reviewCommands = {
  'review list': onSite({
    summary: 'list what waits for a decision, whoever it is about, oldest due first',
    options: {
      kind: choice(kinds, `one of ${kinds.join(', ')}; left out: all`).optional(),
      decider,
    },
    run: ({ db }, filter) =>
      db.asWorker(async (tx) => {
        const shown: object[] = []
        for (const review of await reviews.listOpen(tx, filter, listMax))
          shown.push(await listedText(tx, review))
        return { reviews: shown }
      }),
  }),
  'review decide': reviewDecide,
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
