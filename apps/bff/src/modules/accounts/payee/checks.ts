import type { InputOf, payeeChecks } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result, railName, type TwoNames } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import { numberKeyOf } from '../../../outside/payee-check/payee-check.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { PayeeQuestion } from '../../../ports/payee-check.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import { checkAccount, nobody } from '../external/account-check.ts'
import { openAccount } from '../external/secrets.ts'
import { findExternal } from '../external/service.ts'
import { takeName } from '../answers/asking.ts'
import { keepLast } from './store.ts'
import { freshMs, type KeptAnswer, sealToken } from '../answers/token.ts'

type Parts = Pick<Deps, 'db' | 'jurisdictions' | 'kek' | 'payeeCheck'>
type Input = InputOf<typeof payeeChecks.checkExternal>['body']
type Question = PayeeQuestion & { row: ExternalAccountRow | undefined }
export type CheckFailure = Failure<
  | 'ACCOUNT_NOT_FOUND'
  | 'ENTITY_NOT_FOUND'
  | 'RECORD_NOT_FOUND'
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'FIELD_INVALID'
  | 'FIELD_REQUIRED'
  | 'RATE_LIMITED'
>
export type Answered = KeptAnswer & {
  expiresAt: string
  token: string
  row: ExternalAccountRow | undefined
}

/** So many banks are asked at a time. */
const atOnce = 20

/** Asks banks in whose name accounts are, for a partner. */
export function createPayeeQuestions(deps: Parts) {
  return { ask, keep }

  /** Before the transaction, as it goes outside; one outcome for each input, in their order. */
  async function ask(
    { partnerId }: Caller,
    inputs: readonly Input[],
  ): Promise<Result<Answered, CheckFailure>[]> {
    const questions = await deps.db.withPartner(partnerId, async (tx) => {
      const read: Result<Question, CheckFailure>[] = []
      for (const input of inputs) read.push(await allowed(tx, partnerId, input))
      return { read, at: await now(tx) }
    })
    const answers: Result<Answered, CheckFailure>[] = []
    for (let from = 0; from < inputs.length; from += atOnce)
      answers.push(
        ...(await Promise.all(
          questions.read
            .slice(from, from + atOnce)
            .map(async (question) =>
              question.ok ? ok(await answered(question.value, questions.at)) : question,
            ),
        )),
      )
    return answers
  }

  async function allowed(tx: Tx, partnerId: string, input: Input) {
    const question = await questionOf(tx, partnerId, input)
    if (!question.ok) return question
    const isTaken = await takeName(tx, deps, question.value)
    return isTaken ? question : fail(tooMany)
  }

  async function questionOf(
    tx: Tx,
    partnerId: string,
    input: Input,
  ): Promise<Result<Question, CheckFailure>> {
    if (input.accountId !== undefined) {
      const row = await findExternal(tx, partnerId, input.accountId)
      if (!row) return fail({ code: 'ACCOUNT_NOT_FOUND' })
      if (row.sealed_account === null) return fail(noBank('accountId'))
      const countryCode = deps.jurisdictions.byId(row.jurisdiction_id)?.countryCode ?? ''
      const account = openAccount(deps.kek, row, row.sealed_account)
      return ok({ partnerId, countryCode, account, name: railName(row.holder as TwoNames), row })
    }
    const jurisdiction = deps.jurisdictions.byId(input.jurisdictionId ?? '')
    if (input.jurisdictionId === undefined) return fail(noPlace)
    if (!jurisdiction) return fail({ code: 'RECORD_NOT_FOUND' })
    const { countryCode } = jurisdiction
    if (countryCode === undefined) return fail(noBank('jurisdictionId'))
    const entityId = parseId('ent', input.entityId ?? '')
    const entity = entityId ? await findEntity(tx, partnerId, entityId) : undefined
    if (input.entityId !== undefined && !entity) return fail({ code: 'ENTITY_NOT_FOUND' })
    const owner = entity ?? nobody(input.accountHolder?.['type'] === 'business')
    const checked = checkAccount({ entity: owner, jurisdiction }, input)
    if (!checked.ok) return checked
    const { holder, account } = checked.value
    return ok({ partnerId, countryCode, account, name: railName(holder), row: undefined })
  }

  async function answered({ row, ...question }: Question, at: Date): Promise<Answered> {
    const answer = await deps.payeeCheck.check(question)
    const kept = { ...answer, asked: question.name, checkedAt: at.toISOString() }
    return {
      ...kept,
      row,
      expiresAt: new Date(at.getTime() + freshMs).toISOString(),
      token: sealToken(deps.kek, question.partnerId, { ...kept, number: numberKeyOf(question) }),
    }
  }

  /** Who asked about what is on record; an account on record shows the newest answer. */
  async function keep(tx: Tx, caller: Caller, answers: readonly Result<Answered, CheckFailure>[]) {
    const given = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
    for (const { row, token: _token, expiresAt: _until, ...last } of given)
      if (row) await keepLast(tx, row, last)
    const [only] = given
    const isOne = answers.length === 1 && only?.row !== undefined
    const count = (outcome: string) => given.filter((answer) => answer.outcome === outcome).length
    await recordAudit(tx, caller, {
      action: 'account.payee_check',
      object: isOne
        ? { kind: 'external_account', id: formatId('acc', only.row?.id ?? '') }
        : { kind: 'partner', id: caller.svcPartnerId },
      after: {
        asked: given.length,
        refused: answers.length - given.length,
        matches: count('MATCH'),
        references: given.slice(0, 20).map(({ reference }) => reference),
      },
    })
  }
}

const noBank = (path: string): CheckFailure => ({
  code: 'ACCOUNT_TYPE_NOT_ALLOWED',
  details: [detail(path, 'ACCOUNT_TYPE_NOT_ALLOWED', 'A wallet has no bank that could be asked.')],
})
const noPlace: CheckFailure = {
  code: 'FIELD_REQUIRED',
  details: [
    detail('jurisdictionId', 'FIELD_REQUIRED', 'Name an account on record, or where it would be.'),
  ],
}
const tooMany: CheckFailure = {
  code: 'RATE_LIMITED',
  retryAfterSeconds: 86_400,
}
