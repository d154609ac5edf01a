import { fail, fromWire, ok, quoteWalletTransfer, type WalletQuoteAmounts } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { holdEnabled } from '../../accounts/external/store.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import type { PartyAccount, PartyEntity } from './simulate-facts-store.ts'
import type { SimulateInput } from './simulate-input.ts'
import type { Parties } from './simulate-parties.ts'

export type Party = { entity: PartyEntity; account: PartyAccount; address: string }
export type WalletPlan = {
  from: Party
  to: Party
  jurisdiction: TokenJurisdiction
  amounts: WalletQuoteAmounts
}
export type PlanFailure = Failure<
  | 'AMOUNT_PRECISION'
  | 'AMOUNT_ABOVE_MAX'
  | 'ACCOUNT_TYPE_NOT_ALLOWED'
  | 'CROSS_JURISDICTION_NOT_DIRECT'
  | 'CORRIDOR_UNAVAILABLE'
  | 'FIELD_INVALID'
>

/** Who sends what to whom, after every rule that needs no chain (interface-specification.md 4). */
export function planWalletTransfer(
  deps: Pick<Deps, 'jurisdictions'>,
  { from, to }: Parties,
  input: SimulateInput,
) {
  if (from.account?.kind !== 'NON_CUSTODIAL_WALLET') return notAllowed('fromAccountId')
  if (to.account.wallet === null) return notAllowed('toAccountId')
  if (from.account.status !== 'ENABLED') return notEnabled('fromAccountId')
  if (to.account.status !== 'ENABLED') return notEnabled('toAccountId')
  const jurisdiction = deps.jurisdictions.tokenById(from.account.jurisdiction_id)
  if (!jurisdiction || from.account.jurisdiction_id !== to.account.jurisdiction_id)
    return fail({ code: 'CROSS_JURISDICTION_NOT_DIRECT' })
  const sender = { entity: from.entity, account: from.account, address: addressOf(from.account) }
  const receiver = { entity: to.entity, account: to.account, address: addressOf(to.account) }
  if (sender.address.toLowerCase() === receiver.address.toLowerCase())
    return fail({
      code: 'FIELD_INVALID',
      details: [detail('toAccountId', 'FIELD_INVALID', 'Sender and receiver are the same wallet.')],
    })

  const amounts = exactAmount(input, jurisdiction)
  return amounts.ok
    ? ok({ from: sender, to: receiver, jurisdiction, amounts: amounts.value })
    : amounts
}

const addressOf = ({ wallet }: PartyAccount): string =>
  (wallet as { walletAddress?: string } | null)?.walletAddress ?? ''

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
 * looked at: disabling it afterwards finds the quote and ends it.
 */
export async function holdAccounts(tx: Tx, { from, to }: Pick<WalletPlan, 'from' | 'to'>) {
  const enabled = await holdEnabled(tx, {
    partnerId: from.account.partner_id,
    ids: [from.account.id, to.account.id],
  })
  if (!enabled.includes(from.account.id)) return notEnabled('fromAccountId')
  if (!enabled.includes(to.account.id)) return notEnabled('toAccountId')
  return ok(undefined)
}

function exactAmount(input: SimulateInput, jurisdiction: TokenJurisdiction) {
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
