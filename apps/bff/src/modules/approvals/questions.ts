import { questionsMax, type Scope } from '@corridor/contract'
import { fail, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { type Failure, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { questionsOn } from '../../records/approvals/question-store.ts'
import { answerQuestion, askQuestion } from '../../records/approvals/questions.ts'
import {
  type LockedRequest,
  lockRequest,
  type RequestRow,
  uuidOfRequest,
} from '../../records/approvals/request-store.ts'
import { type DecideFailure, isOpen, notYou, voterOf } from './decide.ts'
import { memberIdOf } from './gate.ts'

type Asked = { approvalId: string; text: string }
type Answered = Asked & { questionId: string }
type Outcome<F = never> = Promise<Result<RequestRow, DecideFailure | F>>

/** What those who decide want to know first. A request waits on meanwhile, and its time runs on. */
export function createQuestions(deps: Pick<Deps, 'ids'>, scopeOf: (row: RequestRow) => Scope) {
  return { ask, answer }

  /** By whoever may decide about it; the words are for its maker. */
  async function ask(tx: Tx, caller: Caller, { approvalId, text }: Asked): Outcome {
    const held = await lockNamed(tx, caller, approvalId)
    if (!held) return fail({ code: 'RECORD_NOT_FOUND' })
    const voter = await voterOf(tx, caller, held)
    if (!voter.ok) return voter
    if (!isOpen(held)) return fail(over(held))
    const before = await questionsOn(tx, held.partner_id, [held.id])
    if (before.length >= questionsMax) return fail(over(held, 'It has enough questions already.'))
    const question = { id: deps.ids.uuid(), member_id: voter.value.id, text }
    return ok(await askQuestion(tx, caller, held, question))
  }

  /** By whoever may ask for the operation themselves, but for who asked the question. */
  async function answer(
    tx: Tx,
    caller: Caller,
    { approvalId, questionId, text }: Answered,
  ): Outcome<Failure<'SCOPE_MISSING'>> {
    const held = await lockNamed(tx, caller, approvalId)
    const id = parseId('rfi', questionId)
    const asked = held && (await questionsOn(tx, held.partner_id, [held.id]))
    const question = asked?.find((item) => item.id === id)
    if (!held || !question) return fail({ code: 'RECORD_NOT_FOUND' })
    if (!caller.scopes.has(scopeOf(held))) return fail({ code: 'SCOPE_MISSING' })
    if (caller.actor.id === memberIdOf(question.member_id))
      return notYou('You asked this yourself.')
    if (!isOpen(held)) return fail(over(held))
    if (question.answer !== null) return fail(over(held, 'It has been answered already.'))
    return ok(await answerQuestion(tx, caller, held, { question, text }))
  }
}

async function lockNamed(tx: Tx, { partnerId }: Caller, approvalId: string) {
  const id = uuidOfRequest(approvalId)
  return id === undefined ? undefined : lockRequest(tx, partnerId, id)
}

const over = (held: LockedRequest, text = 'This request is not decided about any more.') =>
  illegalTransition(text, { from: held.status, to: held.status, allowed: [] })
