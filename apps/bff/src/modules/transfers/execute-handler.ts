import type { transfers } from '@corridor/contract'
import { fail, ok, executionId } from '@corridor/domain'
import { AnswerWithHeaders, type Handlers, inTwoParts } from '../../api/handlers.ts'
import { answersFor, detail } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordLimitRefusal } from '../../records/partners/limit-alerts.ts'
import { executedBody, type ExecuteInput } from './execution/execute.ts'
import type { TransferService } from './service.ts'
import type { PreparedSubmit } from './execution/submit.ts'

const valueOrThrow = answersFor({
  POLICY_BLOCKED: 'The policy of the wallet does not allow this transfer, or not yet.',
  QUOTE_EXPIRED: 'The quote has expired. Simulate the transfer again.',
  CORRIDOR_UNAVAILABLE: 'One of the accounts is not enabled any more.',
})

/** What the first part found: a signature to record, or an ordinary quote to take up. */
type Prepared = { kind: 'ordinary' } | PreparedSubmit

/** Members of the other variant: they are not read, and the answer's header names them. */
const ofOrdinary = ['counterPartyRiskAcknowledged', 'verificationCode'] as const
const ofWallet = ['payloadSignature', 'signatureType'] as const

/** Execution of quotes, by the form of their id: signed by a wallet, or paid for by a deposit. */
export function executeHandler(
  { submission, execution }: TransferService,
  deps: Deps,
): Handlers<typeof transfers>['execute'] {
  return inTwoParts<typeof transfers.execute, Prepared>({
    before: async ({ body }, caller) => {
      if (!isWallet(body)) {
        valueOrThrow(await execution.prepare(body, caller))
        return { kind: 'ordinary' }
      }
      return valueOrThrow(await submission.prepare(valueOrThrow(signedOf(body)), caller))
    },
    refused: (refusal, caller) => recordLimitRefusal(deps, caller, refusal),
    shares: ({ kind }) => kind !== 'replay',
    handle: async (tx, { body }, caller, prepared) => {
      const ignored = namesIn(body, prepared.kind === 'ordinary' ? ofWallet : ofOrdinary)
      if (prepared.kind === 'ordinary') {
        const started = await execution.start(tx, caller, body)
        const row = valueOrThrow(started)
        await deps.faults.reach('submit', 'before_commit')
        const data = executedBody(row)
        return new AnswerWithHeaders({ success: true, message: data.message, data }, ignored)
      }
      const { transfer, replayed } = valueOrThrow(await submission.record(tx, caller, prepared))
      return new AnswerWithHeaders(
        { executionId: executionId(transfer), message: 'Transfer submitted.' },
        { ...ignored, ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}) },
      )
    },
    after: async (_input, { partnerId }, prepared) => {
      await deps.faults.reach('submit', 'after_commit')
      if (prepared.kind === 'ordinary') return
      deps.jobs.runNow({ partnerId, transferId: prepared.transferId })
    },
  })
}

const isWallet = ({ executionId: id }: ExecuteInput): boolean => id.startsWith('cexec-')

/** A wallet's execution needs its signature; both members are named where both are missing. */
function signedOf(body: ExecuteInput) {
  const { payloadSignature, signatureType } = body
  if (payloadSignature !== undefined && signatureType !== undefined)
    return ok({ executionId: body.executionId, payloadSignature, signatureType })
  const missing = ofWallet.filter((name) => body[name] === undefined)
  return fail({
    code: 'FIELD_REQUIRED',
    details: missing.map((name) => detail(name, 'FIELD_REQUIRED', 'Give the signature.')),
  })
}

function namesIn(
  body: ExecuteInput,
  names: readonly (typeof ofOrdinary | typeof ofWallet)[number][],
): Record<string, string> {
  const sent = names.filter((name) => body[name] !== undefined)
  return sent.length === 0 ? {} : { 'X-Ignored-Fields': sent.join('\n') }
}
