import type { payinRoutes } from '@corridor/contract'
import { fail, ok, parseId, type Result } from '@corridor/domain'
import { partOf, inTwoParts, success } from '../../../api/handlers.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { answersFor, detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { QuestionRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { checkAnswerFiles, keepAnswerFiles } from '../../../records/reviews/answer-files.ts'
import { findQuestion } from '../../../records/reviews/store.ts'
import { answerDocuments } from '../../kyc/submission/documents.ts'
import { questionBody } from '../../transfers/reads/review-view.ts'
import { findDeposit } from '../deposits/store.ts'
import { answerAboutDeposit } from './questions.ts'

type Named = { depositId: string; rfiId: string }

async function find(tx: Tx, caller: Caller, named: Named) {
  const id = parseId('dep', named.depositId)
  const deposit = id && (await findDeposit(tx, caller.partnerId, id))
  if (!deposit) return unknown('depositId', 'No deposit has this id.')
  const rfiId = parseId('rfi', named.rfiId)
  const question = rfiId ? await findQuestion(tx, caller.partnerId, rfiId) : undefined
  if (question?.subject_kind !== 'deposit' || question.subject_id !== deposit.id)
    return unknown('rfiId', 'No question about this deposit has this id.')
  return ok({ deposit, question })
}

const unknown = (path: string, text: string) =>
  fail({ code: 'RECORD_NOT_FOUND' as const, details: [detail(path, 'RECORD_NOT_FOUND', text)] })

const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'There is no such deposit or question.',
  ILLEGAL_TRANSITION: 'Nobody waits for an answer to this question.',
})

/** Answers to questions about held deposits, and the papers of answers. */
export const answerHandlers = (deps: Deps) =>
  partOf<typeof payinRoutes>()({
    answer: inTwoParts({
      before: ({ body }, { partnerId }) => checkAnswerFiles(deps.files, partnerId, body.documents),
      handle: async (tx, { params, body }, caller, { files, issues }) => {
        const { deposit, question } = valueOrThrow(await find(tx, caller, params))
        if (issues.length > 0)
          valueOrThrow(fail({ code: 'FIELD_INVALID' as const, details: issues }))
        const documents = await keepAnswerFiles(tx, deps.files, caller.partnerId, files)
        const answer = { text: body.answer, documents }
        const answered = await answerAboutDeposit(tx, caller, deposit, question, answer)
        const kept: Result<QuestionRow, Failure<'ILLEGAL_TRANSITION'>> = answered
          ? ok(answered)
          : fail({ code: 'ILLEGAL_TRANSITION' })
        const data = questionBody(valueOrThrow(kept))
        return success({ message: 'Answer received.', data })
      },
    }),
    answerDocuments: async (tx, { params }, caller) => {
      const { question } = valueOrThrow(await find(tx, caller, params))
      const data = await answerDocuments(tx, deps, caller, question)
      return success({ message: 'Documents.', data })
    },
  })
