import type { accountProofs } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../../api/handlers.ts'
import { valueOrThrow } from '../../../api/request/refusal.ts'
import { now } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { checkAnswerFiles } from '../../../records/reviews/answer-files.ts'
import type { ExternalService } from '../external/service.ts'
import { accountBody } from '../external/view.ts'
import type { ProofService } from './service.ts'
import { proofBody } from './view.ts'

/** Proving accounts, and saying that one is a third party's. */
export function proofHandlers(
  { proofs, external }: { proofs: ProofService; external: ExternalService },
  deps: Pick<Deps, 'files' | 'jurisdictions' | 'wake'>,
) {
  return partOf<typeof accountProofs>()({
    startProof: inTwoParts({
      before: ({ body }, { partnerId }) => checkAnswerFiles(deps.files, partnerId, body.documents),
      handle: async (tx, { params, body }, caller, files) => {
        const begun = await proofs.start(tx, caller, { ...params, ...body }, files)
        const { row, isNew } = valueOrThrow(begun)
        const message = isNew ? 'The proof has begun.' : 'This proof has begun already.'
        return success(proofBody(row, await now(tx)), message)
      },
      after: () => deps.wake.notify('sweep'),
    }),
    completeProof: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await proofs.judge(caller, params, body)),
      handle: async (tx, { params }, caller, answer) => {
        const row = valueOrThrow(await proofs.complete(tx, caller, params, answer))
        return success(proofBody(row, await now(tx)), 'The account is proved.')
      },
    }),
    linkProof: async (tx, { params }, caller) =>
      success(valueOrThrow(await proofs.link(tx, caller, params)), 'Link made.'),
    listProofs: async (tx, { params }, caller) => {
      const { rows, at } = valueOrThrow(await proofs.list(tx, caller, params.accountId))
      return success(rows.map((row) => proofBody(row, at)))
    },
    disownExternal: async (tx, { params, body }, caller) => {
      const row = valueOrThrow(await external.disown(tx, caller, { ...params, ...body }))
      return success(accountBody(deps, row), 'The account is a third party’s now.')
    },
  })
}
