import type { InputOf, ResponseOf, wallets } from '@corridor/contract'
import type { Result } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { type Answered, AnswerWithHeaders, inTwoParts } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import type {
  ActivityType,
  PreparedActivity,
  Stamped,
  SubmittedActivity,
} from './activities/activities.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import { notifyOwner } from './activities/activity-notices.ts'
import type { WalletService } from './service.ts'
import type { WalletFailure } from './base/signer-failures.ts'
import type { WalletAccountRow } from './base/store.ts'
import type { FoundAccounts } from './activities/results.ts'

type Submission = SubmittedActivity & { found: FoundAccounts }

type Operation = (typeof wallets)[keyof typeof wallets]

/** The two shapes of a two-step operation, as handlers. */
export function twoStep({ activities, results }: WalletService, deps: Deps) {
  return { prepares, submits }

  /** Every prepare has one shape: the signer fixes the text, we remember what was asked for. */
  function prepares<E extends Operation>(
    prepare: (
      input: InputOf<E>,
      caller: Caller,
    ) => Promise<Result<PreparedActivity, WalletFailure>>,
  ) {
    return inTwoParts<E, PreparedActivity>({
      before: async (input, caller) => valueOrThrow(await prepare(input, caller)),
      handle: async (tx, _input, caller, prepared) => {
        await activities.recordPrepared(tx, caller, prepared)
        const body = { success: true, message: 'Sign the payload.', data: preparedBody(prepared) }
        return body as Answered<E>
      },
    })
  }

  /** Every submit has one shape: the signer does it, then our side is recorded in one transaction. */
  function submits<E extends Operation>(
    type: ActivityType,
    view: (submitted: SubmittedActivity, accounts: WalletAccountRow[]) => object,
  ) {
    return inTwoParts<E, Submission>({
      before: async (input, caller) => {
        const { params, body } = input as { params: { entityId: string }; body: Stamped }
        const done = valueOrThrow(await activities.submit(caller, params.entityId, type, body))
        return { ...done, found: await results.lookUpAccounts(done.owner, done.executed) }
      },
      handle: async (tx, _input, caller, submitted) => {
        const { activity, executed, found } = submitted
        const accounts = await results.record(tx, caller, activity, executed, found)
        const data = {
          activityId: executed.activityId,
          status: executed.status,
          result: view(submitted, accounts),
        }
        const message = executed.status === 'COMPLETED' ? 'Done.' : 'Signed. It waits for its time.'
        const body = { success: true, message, data } as ResponseOf<E>
        return new AnswerWithHeaders(
          body,
          executed.replayed ? { 'Idempotency-Replayed': 'true' } : {},
        )
      },
      after: async (_input, caller, submitted) => {
        const { executed } = submitted
        if (!executed.replayed) await notifyOwner(deps, caller, submitted)
        if (executed.status === 'COMPLETED') await deps.signer.acknowledge([executed.activityId])
      },
    })
  }
}

export function preparedBody(prepared: PreparedActivity) {
  const { activityId, type, payload, fingerprint, summary, signatureTypes, expiresAt } = prepared
  return {
    activityId,
    type,
    payloadToSign: payload,
    fingerprint,
    summary,
    signatureTypes,
    expiresAt,
  }
}
