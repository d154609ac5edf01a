import { formatId, type Money, stillNeeded, toText } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { dollarsOf } from '../../../records/approvals/dollars.ts'
import { payeeOf } from '../../../records/approvals/payees.ts'
import type { PolicyInForce } from '../../../records/approvals/policy-store.ts'
import { verdictOn } from './judge.ts'

/** What a quote says of approval. */
type Expected = { required: boolean; policyId: string; approvalsNeeded: number }

type End = { jurisdiction: { countryCode?: string | undefined } }
/** A payment that is quoted. */
type Quoted = {
  parties: { from: End; to: End & { account: { id: string }; entity: { id: string } } }
  amounts: { inAmount: Money }
  kind: string
  at: Date
  inForce: PolicyInForce
}

/** No one has to agree. */
const noApproval: Expected = {
  required: false,
  policyId: '',
  approvalsNeeded: 0,
}

/** Whom the policy would ask now; it is asked again when the quote is executed. */
export async function expectedApproval(
  tx: Tx,
  { rates }: Pick<Deps, 'rates'>,
  caller: Caller,
  { parties, amounts, kind, at, inForce }: Quoted,
): Promise<Expected> {
  if (inForce.policy.rules.length === 0) return noApproval
  const { inAmount } = amounts
  const { account, jurisdiction } = parties.to
  const asked = {
    subject: { kind: 'transfer', id: '' },
    summary: '',
    amount: { value: toText(inAmount.minor, inAmount.scale), currency: inAmount.currency },
    ...dollarsOf(rates, inAmount, at),
    corridor: `${parties.from.jurisdiction.countryCode ?? '*'}>${jurisdiction.countryCode ?? '*'}`,
    asset: inAmount.currency,
    direction: kind,
    payee: await payeeOf(tx, caller.partnerId, account.id),
    destinations: [formatId('acc', account.id), formatId('ent', parties.to.entity.id)],
    bound: {},
  }
  const foretold = { isForetold: true, known: { inForce, at } }
  const { decision } = await verdictOn(tx, caller, 'transfers.execute', asked, foretold)
  if (decision.outcome !== 'approvals') return noApproval
  const approvalsNeeded = stillNeeded(decision.needs, [])
  return { required: true, policyId: decision.rule ?? '', approvalsNeeded }
}
