import type { sandbox } from '@corridor/contract'
import { evmFault, fail, ok, type Result } from '@corridor/domain'
import type { z } from 'zod'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { answersFor, detail, type Failure, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { setProvider } from '../../outside/travel-rule/store.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TransferKey } from '../../ports/jobs.ts'
import { createTravelAnswers } from '../transfers/travel/answers.ts'

type Body = z.output<typeof sandbox.answerTravelRule.body>
type Refused = Failure<
  'RECORD_NOT_FOUND' | 'ILLEGAL_TRANSITION' | 'FIELD_REQUIRED' | 'FIELD_INVALID'
>
type Woken = { key?: TransferKey }

const usualReason = 'The account is not held here.'
const valueOrThrow = answersFor({
  RECORD_NOT_FOUND: 'No provider was asked about this transfer.',
  ILLEGAL_TRANSITION: 'The provider has answered otherwise already.',
})

/** Answers in the place of the providers of payees' wallets (operations.md 14). */
export function travelControls(deps: Deps) {
  const answers = createTravelAnswers(deps)
  return partOf<typeof sandbox>()({
    answerTravelRule: inTwoParts({
      before: () => Promise.resolve<Woken>({}),
      handle: async (tx, { body }, caller, woken) => {
        const address = valueOrThrow(await answered(tx, caller, body, woken))
        const { answer, executionId = '' } = body
        const message = executionId === '' ? 'So it will answer.' : 'The provider has answered.'
        return success({ address, answer, executionId }, message)
      },
      after: (_input, _caller, { key }) => {
        deps.wake.notify('events')
        if (key) deps.jobs.runNow(key)
      },
    }),
  })

  async function answered(
    tx: Tx,
    { partnerId }: Caller,
    { address, executionId, answer, name = '', reason = '' }: Body,
    woken: Woken,
  ): Promise<Result<string, Refused>> {
    if ((address === undefined) === (executionId === undefined))
      return refused('FIELD_REQUIRED', 'address', 'Name an address or a transfer, not both.')
    if (address !== undefined) {
      if (evmFault(address) !== undefined)
        return refused('FIELD_INVALID', 'address', 'This is no address of the chain.')
      const because = answer === 'REJECTED' ? reason || usualReason : ''
      await setProvider(tx, partnerId, { address, answer, name, reason: because })
      return ok(address)
    }
    if (answer === 'NONE' || executionId === undefined)
      return refused('FIELD_INVALID', 'answer', 'Who never answers says nothing of a transfer.')
    const verdict =
      answer === 'REJECTED' ? { state: answer, reason: reason || usualReason } : { state: answer }
    const taken = await answers.ofTransfer(tx, partnerId, executionId, verdict)
    if (!taken.ok) return taken
    if (taken.value.kind === 'CONTRADICTS')
      return fail(
        illegalTransition('The provider has answered otherwise already.', {
          from: '',
          to: answer,
          allowed: [],
        }),
      )
    woken.key = taken.value.key
    return ok(taken.value.address)
  }
}

const refused = (code: 'FIELD_REQUIRED' | 'FIELD_INVALID', path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })
