import type { InputOf, liquidity } from '@corridor/contract'
import { fail, ok, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { ScreeningReport } from '../../../ports/screening.ts'
import { recordAudit } from '../../../records/audit/audit.ts'

type Body = InputOf<typeof liquidity.initiate>['body']

const parties = ['originator', 'beneficiary', 'recipientWallet'] as const
/** The member of the body that names who is on a list. */
export type BlockedParty = (typeof parties)[number]

/**
 * Looks both parties and the wallet up in the sanctions lists, before anything is ordered. A hit is
 * kept in the audit log, though no drawing comes of it.
 */
export async function screenParties(
  deps: Pick<Deps, 'screening' | 'db' | 'log'>,
  caller: Caller,
  { originator, beneficiary, recipientWallet, transactionId }: Body,
): Promise<Result<BlockedParty | undefined, Failure<'PROVIDER_UNAVAILABLE'>>> {
  let report: ScreeningReport
  try {
    report = await deps.screening.screen([originator, beneficiary, { name: recipientWallet }])
  } catch (error) {
    deps.log.warn({ err: error }, 'the sanctions lists cannot be asked')
    return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 })
  }
  const [first] = report.hits
  if (!first) return ok(undefined)
  await deps.db.withPartner(caller.partnerId, (tx) =>
    recordAudit(tx, caller, {
      action: 'liquidity_transaction.blocked',
      object: { kind: 'liquidity_transaction', id: transactionId },
      after: {
        list: report.list,
        publishedAt: report.publishedAt,
        references: report.hits.map(({ reference }) => reference),
      },
      reason: 'A party is on a sanctions list.',
    }),
  )
  return ok(parties[first.subject])
}
