import type { Simulate } from '@corridor/contract'
import {
  fail,
  fromWire,
  ok,
  parseId,
  quoteWalletTransfer,
  type Result,
  type WalletQuoteAmounts,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/caller.ts'
import { detail, type Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { TokenJurisdiction } from '../accounts/jurisdictions.ts'
import { type ExternalAccountRow, findAccount, holdEnabled } from '../accounts/external-store.ts'
import { type EntityRow, findEntity } from '../entities/store.ts'

export type SimulateInput = z.output<typeof Simulate>
export type Party = { entity: EntityRow; account: ExternalAccountRow; address: string }
export type WalletPlan = {
  from: Party
  to: Party
  jurisdiction: TokenJurisdiction
  amounts: WalletQuoteAmounts
}
export type PlanFailure = Failure<
  | 'AMOUNT_CHOICE'
  | 'AMOUNT_PRECISION'
  | 'AMOUNT_ABOVE_MAX'
  | 'ENTITY_NOT_FOUND'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'CROSS_JURISDICTION_NOT_DIRECT'
  | 'CORRIDOR_UNAVAILABLE'
  | 'FIELD_INVALID'
>

/** Who sends what to whom, after every rule that needs no chain (specification, part 4). */
export async function planWalletTransfer(
  deps: Pick<Deps, 'jurisdictions'>,
  tx: Tx,
  caller: Caller,
  input: SimulateInput,
): Promise<Result<WalletPlan, PlanFailure>> {
  if ((input.exactAmountIn === undefined) === (input.exactAmountOut === undefined))
    return fail({ code: 'AMOUNT_CHOICE' })

  const from = await findParty(tx, caller, 'from', input.fromEntityId, input.fromAccountId)
  if (!from.ok) return from
  const to = await findParty(tx, caller, 'to', input.toEntityId, input.toAccountId)
  if (!to.ok) return to

  if (from.value.account.kind !== 'NON_CUSTODIAL_WALLET') return notAllowed('fromAccountId')
  if (to.value.account.wallet === null) return notAllowed('toAccountId')
  if (from.value.account.status !== 'ENABLED') return notEnabled('fromAccountId')
  if (to.value.account.status !== 'ENABLED') return notEnabled('toAccountId')
  const jurisdiction = deps.jurisdictions.tokenById(from.value.account.jurisdiction_id)
  if (!jurisdiction || from.value.account.jurisdiction_id !== to.value.account.jurisdiction_id)
    return fail({ code: 'CROSS_JURISDICTION_NOT_DIRECT' })
  if (from.value.address.toLowerCase() === to.value.address.toLowerCase())
    return fail({
      code: 'FIELD_INVALID',
      details: [detail('toAccountId', 'FIELD_INVALID', 'Sender and receiver are the same wallet.')],
    })

  const amounts = exactAmount(input, jurisdiction)
  return amounts.ok
    ? ok({ from: from.value, to: to.value, jurisdiction, amounts: amounts.value })
    : amounts
}

async function findParty(
  tx: Tx,
  caller: Caller,
  side: 'from' | 'to',
  entityId: string,
  accountId: string,
): Promise<Result<Party, PlanFailure>> {
  const entityKey = parseId('ent', entityId)
  const entity = entityKey && (await findEntity(tx, caller.partnerId, entityKey))
  if (!entity)
    return fail({
      code: 'ENTITY_NOT_FOUND',
      details: [detail(`${side}EntityId`, 'ENTITY_NOT_FOUND', 'No entity has this id.')],
    })
  const accountKey = parseId('acc', accountId)
  const account = accountKey && (await findAccount(tx, caller.partnerId, accountKey))
  if (!account || account.entity_id !== entity.id)
    return fail({
      code: 'ACCOUNT_NOT_FOUND',
      details: [
        detail(`${side}AccountId`, 'ACCOUNT_NOT_FOUND', 'This entity has no account with this id.'),
      ],
    })
  const wallet = account.wallet as { walletAddress?: string } | null
  return ok({ entity, account, address: wallet?.walletAddress ?? '' })
}

const notAllowed = (path: string) =>
  fail({
    code: 'ACCOUNT_TYPE_NOT_ALLOWED' as const,
    details: [
      detail(path, 'ACCOUNT_TYPE_NOT_ALLOWED', 'This kind of account cannot be used here.', {
        allowed: ['NON_CUSTODIAL_WALLET'],
      }),
    ],
  })

const notEnabled = (path: string) =>
  fail({
    code: 'CORRIDOR_UNAVAILABLE' as const,
    details: [detail(path, 'CORRIDOR_UNAVAILABLE', 'This account is not enabled.')],
  })

/**
 * Holds both accounts until the quote is stored, and refuses one that was disabled since it was
 * looked at: whoever disables it afterwards finds the quote and ends it.
 */
export async function holdAccounts(
  tx: Tx,
  { from, to }: Pick<WalletPlan, 'from' | 'to'>,
): Promise<Result<undefined, PlanFailure>> {
  const enabled = await holdEnabled(tx, from.account.partner_id, [from.account.id, to.account.id])
  if (!enabled.includes(from.account.id)) return notEnabled('fromAccountId')
  if (!enabled.includes(to.account.id)) return notEnabled('toAccountId')
  return ok(undefined)
}

function exactAmount(
  input: SimulateInput,
  jurisdiction: TokenJurisdiction,
): Result<WalletQuoteAmounts, PlanFailure> {
  const path = input.exactAmountIn === undefined ? 'exactAmountOut' : 'exactAmountIn'
  const exact = fromWire(input[path] ?? 0, jurisdiction.currency, jurisdiction.currencyScale)
  if (!exact.ok)
    return fail({
      code: exact.failure,
      details: [
        detail(
          path,
          exact.failure,
          `${jurisdiction.currency} has ${jurisdiction.currencyScale} decimals; at most 15 significant digits are accepted.`,
        ),
      ],
    })
  const max = Math.max(...jurisdiction.rails.map((rail) => rail.max))
  if (exact.value.minor > BigInt(max) * 10n ** BigInt(jurisdiction.currencyScale))
    return fail({
      code: 'AMOUNT_ABOVE_MAX',
      details: [
        detail(
          path,
          'AMOUNT_ABOVE_MAX',
          `At most ${max} ${jurisdiction.currency} in one transfer.`,
        ),
      ],
    })
  return ok(quoteWalletTransfer(exact.value))
}
