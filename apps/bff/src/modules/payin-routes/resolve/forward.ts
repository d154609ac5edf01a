import { fail, ok, parseId } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findAccount } from '../../accounts/external/store.ts'
import { findFunding } from '../../accounts/funding/store.ts'
import { hasCapability } from '../../kyc/case/gate.ts'
import {
  brokenLimit,
  customerLimitsBody,
  customerPeriodReached,
} from '../../../records/transfers/customer-limit.ts'
import { claimedWalletUsedUp } from '../../../records/transfers/claimed-wallets.ts'
import { dailyLimitReached } from '../../../records/transfers/daily-limit.ts'
import { LimitUsedUp, startPrepared } from '../../transfers/funding/from-deposit.ts'
import {
  type FromDepositFailure,
  type FromDepositParts,
  type PreparedExecution,
  prepareFromDeposit,
} from '../../transfers/funding/prepare-deposit.ts'
import { recordDeposit } from '../../../records/deposits/record.ts'
import { decideReview } from '../../../records/reviews/reviews.ts'
import { microDollars } from '../../../records/partners/terms.ts'
import type { DepositRecord } from '../deposits/store.ts'
import { readUsedToday } from '../deposits/facts-store.ts'
import { isHeldForPayer } from '../deposits/judge.ts'

export type ForwardFailure = Failure<
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'AMOUNT_BELOW_MIN'
  | 'CORRIDOR_UNAVAILABLE'
  | 'KYC_REQUIRED'
  | 'LIMIT_DAILY'
  | 'PROVIDER_UNAVAILABLE'
>

/**
 * Starts the execution of a deposit that is held in suspense: to the destination of its route's
 * version, or to the account that is named. What it was held for is decided; the rest is looked at
 * as for a new one, and the partner's own limits hold for whatever it decides. Where somebody paid it
 * who may not, it stays, for the operator, and there is no execution.
 */
export async function forwardHeld(
  tx: Tx,
  deps: FromDepositParts,
  by: AuditedBy,
  held: DepositRecord,
  {
    target,
    reason,
    isCleared = false,
  }: {
    target?: string | undefined
    reason: string
    /** The operator has decided about who paid it. */
    isCleared?: boolean
  },
) {
  const toAccountId = target === undefined ? held.destination_id : parseId('acc', target)
  if (!toAccountId) return noAccount(target)
  const from = await payerOf(tx, held, toAccountId)
  if (!from.ok) return from
  const prepared = await prepareFromDeposit(tx, deps, {
    deposit: held,
    ...from.value,
    toAccountId,
    ...(held.route_id === null ? {} : { routeId: held.route_id }),
    isCounted: true,
    reason: reason === '' ? 'forwarded by request' : reason,
  })
  if (!prepared.ok) return fail(forwardFailure(prepared.failure, target))
  const checked = await check(tx, held, prepared.value)
  if (!checked.ok) return checked
  if (!isCleared && (await isHeldForPayer(tx, deps, held, prepared.value))) {
    await leaveToOperator(tx, by, held)
    return ok(undefined)
  }
  return start(tx, deps, by, prepared.value)
}

/**
 * The owner of the account that it came in on, or the payer of the transfer that it names. Money
 * that names several transfers is no customer's yet: then of the account that it is sent to.
 */
async function payerOf(tx: Tx, held: DepositRecord, toAccountId: string) {
  const { partner_id, funding_account_id, transfer_from_account: accountId, owner_id } = held
  if (owner_id === null) {
    const to = await findAccount(tx, partner_id, toAccountId)
    return to ? ok({ fromEntityId: to.entity_id, fromAccountId: to.id }) : noAccount('')
  }
  if (funding_account_id === null) {
    if (accountId === null) throw new Error(`the deposit ${held.id} has no sender`)
    return ok({ fromEntityId: owner_id, fromAccountId: accountId })
  }
  const funding = await findFunding(tx, partner_id, funding_account_id)
  if (!funding) throw new Error(`the deposit ${held.id} came in on no funding account`)
  if (funding.status === 'ACTIVE' || held.held_reason === 'FUNDING_INACTIVE')
    return ok({ fromEntityId: funding.entity_id, fromAccountId: funding.id })
  const text = `The funding account is ${funding.status}.`
  return fail({
    code: 'CORRIDOR_UNAVAILABLE',
    details: [detail('depositId', 'CORRIDOR_UNAVAILABLE', text)],
  })
}

async function check(tx: Tx, held: DepositRecord, { ends, priced }: PreparedExecution) {
  const sides = [
    { path: 'depositId', ...ends.from },
    { path: 'target', ...ends.to },
  ]
  for (const { path, entity, jurisdiction } of sides) {
    if (await hasCapability(tx, held.partner_id, entity.id, jurisdiction.id)) continue
    const text = `The customer is not verified for ${jurisdiction.name}.`
    return fail({
      code: 'KYC_REQUIRED',
      details: [detail(path, 'KYC_REQUIRED', text, { jurisdictionId: jurisdiction.id })],
    })
  }
  const { worth, partner, customer } = priced
  const used = await readUsedToday(tx, held.partner_id)
  const isWithin =
    worth <= microDollars(partner.txnLimit) && used + worth <= microDollars(partner.dailyLimit)
  if (!isWithin) return dailyLimitReached('depositId')
  const broken = brokenLimit(partner, customer, worth)
  if (!broken) return ok(undefined)
  const body = customerLimitsBody(partner, customer, priced.at)
  return broken === 'TRANSFER'
    ? dailyLimitReached('depositId')
    : customerPeriodReached('depositId', broken, body)
}

/** What its partner was to decide is decided; about its payer the operator does. */
async function leaveToOperator(tx: Tx, by: AuditedBy, held: DepositRecord): Promise<void> {
  await decideReview(tx, by, { kind: 'deposit', id: held.id }, { decision: 'SUPERSEDED' })
  await recordDeposit(tx, held, {
    moves: [],
    by,
    also: { held_reason: 'PAYER_NOT_ALLOWED' },
    publish: [{ type: 'action_required', status: 'held' }],
  })
}

async function start(tx: Tx, deps: FromDepositParts, by: AuditedBy, prepared: PreparedExecution) {
  try {
    const { transfer } = await startPrepared(tx, deps, by, prepared)
    return ok(transfer)
  } catch (error) {
    if (!(error instanceof LimitUsedUp)) throw error
    // Others took what was left; the refusal undoes what was written.
    return error.code === 'LIMIT_DAILY'
      ? dailyLimitReached('depositId')
      : claimedWalletUsedUp('target')
  }
}

const noAccount = (target: string | undefined) =>
  fail({
    code: 'ACCOUNT_NOT_FOUND' as const,
    details: [
      detail(
        'target',
        'ACCOUNT_NOT_FOUND',
        target === undefined
          ? 'No route took this deposit: name the account that it goes to.'
          : 'No account has this id.',
      ),
    ],
  })

function forwardFailure(failure: FromDepositFailure, target: string | undefined): ForwardFailure {
  const { code, ...extra } = failure
  switch (code) {
    case 'ENTITY_NOT_FOUND':
      throw new Error('the customer of an account is gone')
    case 'ACCOUNT_NOT_FOUND':
      return noAccount(target ?? '').failure
    case 'CORRIDOR_UNAVAILABLE': {
      const text = 'Nothing is paid to this account now.'
      return { code, details: [detail('target', code, text)], ...extra }
    }
    default:
      return { code, ...extra }
  }
}
