import type { transfers } from '@corridor/contract'
import { toWire } from '@corridor/domain'
import { partOf, inTwoParts, success } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { checkAnswerFiles } from '../../records/reviews/answer-files.ts'
import { changedBody, type Touched, wakeAfter } from './action-handlers.ts'
import { answerDocuments } from '../kyc/submission/documents.ts'
import type { createReviews, Looked } from './actions/reviews.ts'
import { questionBody, reviewBody } from './reads/review-view.ts'

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'There is no such review or question.',
  AMOUNT_BELOW_MIN: 'What arrived is too little to be paid out.',
  AMOUNT_ABOVE_MAX: 'What arrived is more than one transfer can be.',
  LIMIT_TXN: 'What arrived is above the limit of one transfer.',
  LIMIT_DAILY: 'What arrived is above what is left of today’s limit.',
  CORRIDOR_UNAVAILABLE: 'Nothing can be paid over this corridor now.',
  PROVIDER_UNAVAILABLE: 'There is no rate now. Try again.',
})

const messages = {
  ACCEPT_RECEIVED: 'What arrived is paid at the price of now.',
  PAY_QUOTED: 'The quote is paid, and the rest goes back.',
  PAY_AS_IS: 'The payee is paid as it is.',
  RETURN: 'The money goes back.',
} as const

/** Reading and deciding reviews of transfers, and answering what is asked in them. */
export function reviewHandlers(reviews: ReturnType<typeof createReviews>, deps: Deps) {
  return partOf<typeof transfers>()({
    review: async (tx, { params }, caller) =>
      success(detailsBody(valueOrThrow(await reviews.look(tx, caller, params.executionId)))),
    resolve: inTwoParts({
      before: async ({ params, body }, caller): Promise<Touched> => {
        valueOrThrow(await reviews.prepare({ ...params, ...body }, caller))
        return {}
      },
      handle: async (tx, { params, body }, caller, touched) => {
        const row = valueOrThrow(await reviews.resolve(tx, caller, { ...params, ...body }))
        return success(await changedBody(tx, caller, row, touched), messages[body.action])
      },
      after: wakeAfter(deps),
    }),
    answer: inTwoParts({
      before: ({ body }, { partnerId }) => checkAnswerFiles(deps.files, partnerId, body.documents),
      handle: async (tx, { params, body }, caller, checked) => {
        const input = { ...params, text: body.answer }
        const question = valueOrThrow(await reviews.answer(tx, caller, input, checked))
        return success(questionBody(question), 'Answer received.')
      },
    }),
    answerDocuments: async (tx, { params }, caller) => {
      const question = valueOrThrow(await reviews.asked(tx, caller, params))
      return success(await answerDocuments(tx, deps, caller, question))
    },
  })
}

function detailsBody({ record, price }: Looked) {
  const { open_review: review, currency_in, scale_in, currency_out, scale_out } = record
  if (review === null) throw new Error('a review that was found is not there')
  const source = (minor: bigint) => ({
    amount: toWire({ minor, scale: scale_in }),
    currency: currency_in,
  })
  const body = {
    ...reviewBody(record, review),
    received: source(record.received),
    quoted: source(record.amount_in),
    priceRefusal: price?.ok === false ? price.failure.code : '',
  }
  if (!price?.ok) return body
  const { columns, needsCode } = price.value
  const fees = [columns.partner_fees, columns.svc_fees, columns.tx_fees]
  return {
    ...body,
    price: {
      inAmount: source(columns.amount_in ?? 0n),
      outAmount: {
        amount: toWire({ minor: columns.amount_out ?? 0n, scale: scale_out }),
        currency: currency_out,
      },
      exchangeRate: Number.parseFloat(columns.rate ?? '0'),
      totalFees: source(fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n)),
      verificationRequired: needsCode,
    },
  }
}
