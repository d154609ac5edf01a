import { fail, ok, parseId } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findAccount } from '../../accounts/external/store.ts'
import type { DepositRecord } from '../deposits/store.ts'
import { policyOf } from '../../accounts/funding/store.ts'
import {
  byPolicy,
  isFromCustomer,
  type ReturnTo,
  toAccount,
  toOrigin,
  unprovedText,
} from '../../deposits/return-target.ts'
import { type ReturnParts, startReturn } from '../deposits/return-deposit.ts'

export type ReturnFailure = Failure<
  'ACCOUNT_NOT_FOUND' | 'ACCOUNT_TYPE_NOT_ALLOWED' | 'CORRIDOR_UNAVAILABLE' | 'FIELD_REQUIRED'
>

/** Sends back a deposit that is held in suspense. */
export async function returnHeld(
  tx: Tx,
  deps: ReturnParts,
  by: AuditedBy,
  held: DepositRecord,
  { target, reason }: { target?: string | undefined; reason: string },
) {
  const to = target === undefined ? await sentBackTo(tx, held) : await named(tx, deps, held, target)
  if (!to.ok) return to
  const owner = await ownerOf(tx, held, to.value)
  if (!owner.ok) return owner
  const { transfer } = await startReturn(tx, deps, by, {
    deposit: held,
    ...owner.value,
    to: to.value,
    reason: reason === '' ? 'returned by request' : reason,
  })
  return ok(transfer)
}

/** Money that names several transfers is no customer's yet: then of the account that is named. */
async function ownerOf(
  tx: Tx,
  { id, partner_id, owner_id, funding_account_id, transfer_from_account }: DepositRecord,
  to: ReturnTo,
) {
  if (owner_id !== null) {
    const accountId = funding_account_id ?? transfer_from_account
    if (accountId === null) throw new Error(`the deposit ${id} has no sender`)
    return ok({ entityId: owner_id, accountId })
  }
  const account =
    to.accountId === null ? undefined : await findAccount(tx, partner_id, to.accountId)
  if (account) return ok({ entityId: account.entity_id, accountId: account.id })
  return notNamed('It is not known whose money this is: name an account of the customer.')
}

const notNamed = (text: string) =>
  fail({
    code: 'FIELD_REQUIRED' as const,
    details: [detail('target', 'FIELD_REQUIRED', text)],
  })

/**
 * The payee that the policy names, or else the sender; the request has to name one where neither is
 * known.
 */
export async function sentBackTo(tx: Tx, held: DepositRecord) {
  const funding = await policyOf(tx, held)
  const to = (funding && (await byPolicy(tx, funding, held))) ?? toOrigin(held)
  if (to) return ok(to)
  return notNamed('It is not known who sent this deposit: name the account that it goes to.')
}

/**
 * An enabled account of the payer's own that takes what arrived. Anybody else is paid by FORWARD,
 * with its fees, limits and check: that is refused here.
 */
async function named(tx: Tx, { jurisdictions }: ReturnParts, held: DepositRecord, target: string) {
  const id = parseId('acc', target)
  const account = id && (await findAccount(tx, held.partner_id, id))
  const refused = <C extends ReturnFailure['code']>(code: C, text: string) =>
    fail({ code, details: [detail('target', code, text)] })
  if (!account || account.entity_id !== (held.owner_id ?? account.entity_id))
    return refused('ACCOUNT_NOT_FOUND', 'This customer has no such account.')
  if (account.jurisdiction_id !== held.jurisdiction_id) {
    const name = jurisdictions.byId(held.jurisdiction_id)?.name ?? ''
    return refused('ACCOUNT_TYPE_NOT_ALLOWED', `The account must take ${held.currency} in ${name}.`)
  }
  if (account.ownership !== 'SELF' || !(await isFromCustomer(tx, held, account.entity_id)))
    return refused(
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'A deposit goes back to its payer alone: to anybody else it is forwarded.',
    )
  if (account.proof !== 'PROVED') return refused('ACCOUNT_TYPE_NOT_ALLOWED', unprovedText)
  if (account.status !== 'ENABLED')
    return refused('CORRIDOR_UNAVAILABLE', `The account is ${account.status}.`)
  return ok(toAccount(account))
}
