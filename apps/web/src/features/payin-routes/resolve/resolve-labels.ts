import type { ReactNode } from 'react'
import { senderWallet } from '../labels.ts'
import type { RadioOption } from '../../../ui/controls/inputs.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import type { FundingAccount } from '../../../api/queries/accounts.ts'
import type { ListedDeposit, ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { t } from '../../../messages/text.ts'

export type ResolveAction = 'FORWARD' | 'ASSIGN' | 'RETURN' | 'HOLD'

type Held = Pick<
  ResolvableDeposit,
  'amountIn' | 'heldReason' | 'allowedActions' | 'status' | 'sender'
>

/** Why nobody here can decide about a deposit, or undefined where somebody can. */
export function undecidable({ status, heldReason, allowedActions }: Held): string | undefined {
  if (status !== 'HELD') return t('Only held deposits can be resolved')
  // It keeps that reason once compliance is through with it; then it is decided about here.
  if (allowedActions.length > 0) return undefined
  return heldReason === 'COMPLIANCE'
    ? t('Under compliance review: only compliance can decide')
    : t('Not possible right now')
}

const sumOf = ({ amountIn }: Pick<Held, 'amountIn'>) =>
  amountText(amountIn.amount, amountIn.currency)

export const resolveActions: readonly ResolveAction[] = ['FORWARD', 'ASSIGN', 'RETURN', 'HOLD']

/** What can be done, each with what it means for the money. */
export function resolveOptions(deposit: Held): RadioOption[] {
  const { heldReason, allowedActions } = deposit
  const texts: Record<ResolveAction, [string, ReactNode]> = {
    FORWARD: [
      t('Forward'),
      heldReason === 'PAYOUT_FAILED'
        ? t('Pay it out again at its original rate and fees.')
        : t('Forward it at the current rate and fees.'),
    ],
    ASSIGN: [t('Assign to a transfer'), t('Use it for a transfer that waits for money.')],
    RETURN: [t('Return'), t('Return the full {sum}. No fee is charged.', { sum: sumOf(deposit) })],
    HOLD: [t('Keep held'), t('No money moves. Your reason is saved to the audit log.')],
  }
  return resolveActions.map((action) => ({
    value: action,
    label: texts[action][0],
    text: texts[action][1],
    disabledReason: allowedActions.includes(action)
      ? undefined
      : t('Not possible for this deposit'),
  }))
}

export const resolveButtons: Record<ResolveAction, string> = {
  FORWARD: t('Forward deposit'),
  ASSIGN: t('Assign deposit'),
  RETURN: t('Return deposit'),
  HOLD: t('Keep deposit held'),
}

export const resolvedTitles: Record<ResolveAction, string> = {
  FORWARD: t('The deposit is being forwarded'),
  ASSIGN: t('The deposit is used for the transfer'),
  RETURN: t('The deposit is being returned'),
  HOLD: t('The deposit stays held'),
}

/** Where a return goes without another account being named; undefined where one has to be. */
export function returnsTo(
  { sender }: Pick<Held, 'sender'>,
  { strategy, target }: { strategy: string; target?: string | undefined },
): { to: 'target'; target: string } | { to: 'sender'; text: string } | undefined {
  if (strategy === 'STATIC_ADDRESS' && target) return { to: 'target', target }
  const from = senderWallet({ sender }) || sender.accountMasked
  if (!from) return undefined
  return { to: 'sender', text: sender.name ? `${sender.name}, ${from}` : from }
}

/** Where it came in, as far as it says where it can go. */
export type Arrival = Pick<
  FundingAccount,
  'fundingAccountId' | 'entityId' | 'accountOwner' | 'jurisdiction' | 'returnPolicy'
> & { depositAccountInfo?: FundingAccount['depositAccountInfo'] }

/** Money that was sent for a transfer came to no funding account; it can go back to who sent it. */
export function arrivedWithoutAccount(
  deposit: ResolvableDeposit | ListedDeposit,
): Arrival | undefined {
  if (!('accountOwner' in deposit)) return undefined
  const { accountOwner, jurisdiction } = deposit
  return {
    fundingAccountId: '',
    entityId: accountOwner.entityId,
    accountOwner,
    jurisdiction,
    returnPolicy: { strategy: 'ORIGIN_ACCOUNT' },
  }
}

type Place = { id: string; name: string; currency: string; type: string }

/** Another token than its account takes is at home elsewhere on the chain; it goes on, and back, from there. */
export function arrivedAt<F extends { jurisdiction: Place }>(
  funding: F,
  { amountIn }: Pick<Held, 'amountIn'>,
  places: readonly F['jurisdiction'][],
): F {
  const { currency, type } = funding.jurisdiction
  if (type !== 'blockchain' || currency === amountIn.currency) return funding
  const home = places.find((place) => place.type === type && place.currency === amountIn.currency)
  return home ? { ...funding, jurisdiction: home } : funding
}
