import type { InputOf, liquidity } from '@corridor/contract'
import { ok } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { keepAsCase } from '../../screening/cases.ts'
import { hitsIn, keyOf, lookUp, type Subject } from '../../screening/screen.ts'

type Body = InputOf<typeof liquidity.initiate>['body']

const parties = ['originator', 'beneficiary', 'recipientWallet'] as const
/** The member of the body that names who is on a list. */
export type BlockedParty = (typeof parties)[number]

/**
 * Looks both parties and the wallet up in the sanctions lists, before anything is ordered. A hit is
 * kept in the audit log, and the operator decides about it, though no drawing comes of it.
 */
export async function screenParties(
  deps: Pick<Deps, 'screening' | 'db' | 'ids' | 'log'>,
  caller: Caller,
  { originator, beneficiary, recipientWallet, transactionId }: Body,
) {
  const subjects: Record<BlockedParty, Subject> = {
    originator: { kind: 'party', ...originator },
    beneficiary: { kind: 'party', ...beneficiary },
    recipientWallet: { kind: 'address', address: recipientWallet },
  }
  const found = await lookUp(deps, Object.values(subjects))
  if (!found.ok) return found
  const context = { partnerId: caller.partnerId, kind: 'drawing', id: transactionId } as const
  const keepFound = async (tx: Tx) => {
    const screened = await keepAsCase(tx, deps, context, found.value)
    if (screened.hits.length > 0)
      await recordAudit(tx, caller, {
        action: 'liquidity_transaction.blocked',
        object: { kind: 'liquidity_transaction', id: transactionId },
        after: {
          list: found.value.report.list,
          publishedAt: found.value.report.publishedAt,
          references: screened.hits.map(({ reference }) => reference),
        },
        reason: 'A party is on a sanctions list.',
      })
    return screened
  }
  const { hits } = await (hitsIn(found.value).length === 0
    ? deps.db.groupCommit(keepFound)
    : deps.db.withPartner(caller.partnerId, keepFound))
  return ok(parties.find((party) => hits.some((hit) => hit.key === keyOf(subjects[party]).key)))
}
