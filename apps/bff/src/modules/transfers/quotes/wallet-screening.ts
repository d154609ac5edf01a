import { customerNames, fail, ok } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { holderNames } from '../../../records/transfers/parties.ts'
import { holderSubjects } from '../../accounts/external/screening.ts'
import { keepAsCase } from '../../screening/cases.ts'
import {
  hitsIn,
  keyOf,
  lookUp,
  type ScreeningContext,
  type Subject,
} from '../../screening/screen.ts'
import type { Party, WalletPlan } from './wallet-plan.ts'

/** A quote between wallets, by the partner's id: a decision about it holds for the quote that follows. */
export const walletContext = (partnerId: string, transactionId: string): ScreeningContext => ({
  partnerId,
  kind: 'quote',
  id: transactionId,
})

/**
 * Looks both customers, the holders of both wallets and both addresses up. A hit is refused before
 * anything can be signed; it is kept and audited, and the operator decides about it for this `transactionId`.
 */
export async function screenWallets(
  deps: Pick<Deps, 'screening' | 'db' | 'ids' | 'log'>,
  caller: Caller,
  transactionId: string,
  { from, to }: Pick<WalletPlan, 'from' | 'to'>,
) {
  const sides = { fromAccountId: subjectsOf(from), toAccountId: subjectsOf(to) }
  const found = await lookUp(deps, [...sides.fromAccountId, ...sides.toAccountId])
  if (!found.ok) return found
  const context = walletContext(caller.partnerId, transactionId)
  const keepFound = async (tx: Tx) => {
    const screened = await keepAsCase(tx, deps, context, found.value)
    if (screened.hits.length > 0)
      await recordAudit(tx, caller, {
        action: 'transfer.blocked',
        object: { kind: 'transfer', id: transactionId },
        after: { references: screened.hits.map(({ reference }) => reference) },
        reason: 'A party is on a sanctions list.',
      })
    return screened
  }
  const { hits } = await (hitsIn(found.value).length === 0
    ? deps.db.groupCommit(keepFound)
    : deps.db.withPartner(caller.partnerId, keepFound))
  if (hits.length === 0) return ok(undefined)
  const keys = new Set(hits.map(({ key }) => key))
  return listed(
    Object.entries(sides).flatMap(([path, subjects]) =>
      subjects.some((subject) => keys.has(keyOf(subject).key)) ? [path] : [],
    ),
  )
}

/** Whose name or address it is; which list says so is not shown. */
export const listed = (paths: readonly string[]) =>
  fail({
    code: 'POLICY_BLOCKED' as const,
    details: paths.map((path) =>
      detail(path, 'COMPLIANCE_SCREENING_HIT', 'Compliance does not allow this transfer now.'),
    ),
  })

function subjectsOf({ entity, account, address }: Party): Subject[] {
  return [
    ...holderSubjects(entity, { ...customerNames(entity), address }),
    ...holderSubjects(entity, { ...holderNames(account), address }),
  ]
}
