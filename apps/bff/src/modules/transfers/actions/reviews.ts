import { fail, ok, parseExecutionId, parseId, type Resolution, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { LockedTransfer } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type CheckedFiles, keepAnswerFiles } from '../../../records/reviews/answer-files.ts'
import { findQuestion } from '../../../records/reviews/store.ts'
import { lock, readBack } from '../../../records/transfers/lookup.ts'
import { findTransfer, type TransferRecord } from '../../../records/transfers/store.ts'
import { findEntity } from '../../entities/store.ts'
import { answerAbout } from '../funding/questions.ts'
import {
  codeNeeded,
  codeRefused,
  mayResolve,
  resolveFunding,
  type ResolveParts,
} from '../funding/resolve.ts'
import { priceReceived, type Received, type ReceivedFailure } from '../quotes/price-received.ts'
import {
  checkCode,
  hasLiveCode,
  makeCode,
  renewCode,
  sendCode,
} from '../quotes/verification-code.ts'

type Named = { executionId: string }
export type Resolving = Named & {
  action: Resolution
  verificationCode?: string | undefined
}
/** A record in review, and what it would pay at the price of now where its partner may accept it. */
export type Looked = { record: TransferRecord; price?: Result<Received, ReceivedFailure> }

type Parts = ResolveParts & Pick<Deps, 'db' | 'post' | 'log' | 'random' | 'files'>

/** What a partner does about a transfer in review (operations.md 11.1). */
export function createReviews(deps: Parts) {
  return { look, prepare, resolve, answer, asked }

  async function look(tx: Tx, caller: Caller, executionId: string) {
    const held = await lock(tx, caller, executionId)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const record = await readBack(tx, held)
    if (record.open_review === null) return fail({ code: 'RECORD_NOT_FOUND' })
    if (!mayResolve(held, 'ACCEPT_RECEIVED')) return ok({ record })
    return ok({ record, price: await priceReceived(tx, deps, held) })
  }

  /**
   * Tries the code where more is accepted than the payer confirmed, or sends one: a wrong try counts,
   * whatever becomes of the call.
   */
  async function prepare({ executionId, action, verificationCode }: Resolving, caller: Caller) {
    if (action !== 'ACCEPT_RECEIVED') return ok(undefined)
    const sent = await deps.db.withPartner(caller.partnerId, async (tx) => {
      const held = await lock(tx, caller, executionId)
      if (!held || !mayResolve(held, action)) return ok(undefined)
      const priced = await priceReceived(tx, deps, held)
      if (!priced.ok || !priced.value.needsCode) return ok(undefined)
      if (verificationCode !== undefined) {
        const checked = await checkCode(tx, deps, held, verificationCode)
        return checked.ok ? checked : codeRefused(checked.failure)
      }
      if (await hasLiveCode(tx, held)) return codeNeeded()
      const code = makeCode(deps)
      await renewCode(tx, deps, held, code)
      return ok(await letterTo(tx, held, code))
    })
    if (!sent.ok || sent.value === undefined) return sent.ok ? ok(undefined) : sent
    const isSent = await sendCode(deps, caller.partnerId, sent.value)
    return isSent ? codeNeeded() : fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 })
  }

  async function letterTo(tx: Tx, held: LockedTransfer, code: string) {
    const payer = await findEntity(tx, held.partner_id, held.from_entity_id)
    if (!payer) throw new Error(`the payer of ${held.id} is gone`)
    return { to: { id: payer.id, email: payer.email }, code }
  }

  async function resolve(tx: Tx, caller: Caller, input: Resolving) {
    const held = await lock(tx, caller, input.executionId)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    return resolveFunding(tx, deps, caller, held, input)
  }

  async function answer(
    tx: Tx,
    caller: Caller,
    { executionId, rfiId, text }: Named & { rfiId: string; text: string },
    { files, issues }: CheckedFiles,
  ) {
    const held = await lock(tx, caller, executionId)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const id = parseId('rfi', rfiId)
    const question = id && (await findQuestion(tx, caller.partnerId, id))
    if (!question || question.subject_id !== held.id) return fail(noQuestion)
    if (issues.length > 0) return fail({ code: 'FIELD_INVALID', details: issues })
    const documents = await keepAnswerFiles(tx, deps.files, caller.partnerId, files)
    return answerAbout(tx, caller, held, question, { text, documents })
  }

  async function asked(tx: Tx, caller: Caller, { executionId, rfiId }: Named & { rfiId: string }) {
    const subjectId = parseExecutionId(executionId)?.id
    const record = subjectId && (await findTransfer(tx, caller.partnerId, subjectId))
    if (!record) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const id = parseId('rfi', rfiId)
    const question = id ? await findQuestion(tx, caller.partnerId, id) : undefined
    return question?.subject_id === subjectId ? ok(question) : fail(noQuestion)
  }
}

const noQuestion: Failure<'RECORD_NOT_FOUND'> = {
  code: 'RECORD_NOT_FOUND',
  details: [detail('rfiId', 'RECORD_NOT_FOUND', 'No question about this transfer has this id.')],
}
