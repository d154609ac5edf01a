import { failureFacts, type payeeChecks } from '@corridor/contract'
import { type Handlers, inTwoParts, success } from '../../../api/handlers.ts'
import { answersFor } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type Answered, createPayeeQuestions } from './checks.ts'
import { readPolicy, setPolicy } from './policy.ts'
import { checkBody } from '../answers/view.ts'

const answerOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No jurisdiction has this id.',
  ACCOUNT_TYPE_NOT_ALLOWED: 'The jurisdiction has no accounts of this type.',
  RATE_LIMITED: 'Too many names were tried on this number today.',
})

/** Asking payees' banks, and what becomes of payments by their answers. */
export function payeeCheckHandlers(deps: Deps): Handlers<typeof payeeChecks> {
  const questions = createPayeeQuestions(deps)
  return {
    checkExternal: inTwoParts({
      before: async ({ body }, caller) => {
        const [answer] = await questions.ask(caller, [body])
        if (!answer) throw new Error('a question has no answer')
        return answerOrThrow(answer)
      },
      handle: async (tx, _input, caller, answer) => {
        await questions.keep(tx, caller, [{ ok: true, value: answer }])
        return success(answerBody(answer))
      },
    }),
    checkExternals: inTwoParts({
      before: ({ body }, caller) => questions.ask(caller, body.rows),
      handle: async (tx, _input, caller, answers) => {
        await questions.keep(tx, caller, answers)
        const rows = answers.map((answer, row) =>
          answer.ok
            ? { row, check: answerBody(answer.value) }
            : {
                row,
                code: answer.failure.code,
                message:
                  answer.failure.details?.[0]?.message ?? failureFacts[answer.failure.code].message,
              },
        )
        return success({ rows })
      },
    }),
    payeePolicy: async (tx, _input, caller) => success(await readPolicy(tx, caller)),
    setPayeePolicy: inTwoParts({
      before: ({ body }, caller) => setPolicy(deps, caller, body),
      handle: (_tx, _input, _caller, policy) => Promise.resolve(success(policy, 'Saved.')),
    }),
  }
}

const answerBody = ({ expiresAt, token, row: _row, ...answer }: Answered) => ({
  ...checkBody(answer),
  checkedAt: answer.checkedAt,
  expiresAt,
  token,
})
