import { codeLabel } from '../../messages/service.ts'
import type { ListedRoute } from '../../api/queries/lists/payin-routes.ts'
import { shortAddress } from '../../ui/display/values.tsx'
import { maskedNumber } from '../../ui/format/masking.ts'
import { railLabel } from '../accounts/rail-label.ts'
import { t } from '../../messages/text.ts'

type Named = Pick<ListedRoute, 'accountOwner' | 'depositAccountInfo' | 'destinationJurisdiction'>

/** What people call a route: `Baltazar Foods SA, USD to USDC`. */
export function routeName(route: Named): string {
  const { accountOwner, depositAccountInfo, destinationJurisdiction } = route
  return t('{name}, {from} to {to}', {
    name: accountOwner.name,
    from: depositAccountInfo.currency,
    to: destinationJurisdiction.currency,
  })
}

type Funded = Pick<ListedRoute, 'depositAccountInfo'>

/** The bank or the network that deposits come to. */
export function fundingPlace({ depositAccountInfo: info }: Funded): string {
  return info.depositWalletAddress ? (info.networkName ?? '') : info.bank_name
}

/** `••••4471`, or the address in short. */
export function fundingNumber({ depositAccountInfo: info }: Funded): string {
  return info.depositWalletAddress
    ? shortAddress(info.depositWalletAddress)
    : maskedNumber(info.bank_account_number)
}

/** `Corvane Bank, ••••4471`. */
export function fundingText(route: Funded): string {
  return [fundingPlace(route), fundingNumber(route)].filter(Boolean).join(', ')
}

/** How money comes in: the rails of a bank, the token of a network. */
export function railText({ depositAccountInfo: info }: Funded): string {
  return info.depositWalletAddress
    ? t('{currency} on chain', { currency: info.currency })
    : railLabel(info.payment_rail)
}

type Placed = Pick<ListedRoute, 'destination' | 'destinationAccount' | 'destinationJurisdiction'>

/** `••••7788` of a bank account or `0x320D…bc02` of a wallet; the service masks what it sends. */
export function destinationNumber({ destination, destinationAccount }: Placed): string {
  return destination ? shortAddress(destination.walletAddress) : destinationAccount.numberMasked
}

/** The bank, or the network of a wallet. */
export function destinationPlace(route: Placed): string {
  if (route.destination) return route.destinationJurisdiction.name
  return route.destinationAccount.bankName || route.destinationJurisdiction.name
}

const routeReasons: Record<string, string> = {
  PENDING_ACTIVATION: t('It has not been switched on yet.'),
  BY_PARTNER: t('It was switched off.'),
  DESTINATION_DISABLED: t('Its destination was disabled.'),
  FUNDING_DEACTIVATED: t('Its funding account was deactivated.'),
  COMPLIANCE_HOLD: t('A customer’s verification is on hold.'),
}

/** Why a route is inactive, in a sentence; a reason nobody knows is shown as it is. */
export function routeReason(reason: string): string {
  return routeReasons[reason] ?? reason
}

const heldLabels: Record<string, readonly [string, string]> = {
  ROUTE_INACTIVE: [t('Route inactive'), t('The route was inactive when it arrived.')],
  NO_ROUTE: [t('No route'), t('There was no active route for it.')],
  FUNDING_INACTIVE: [t('Funding account inactive'), t('The funding account was inactive.')],
  BELOW_MINIMUM: [t('Below minimum'), t('Below the minimum deposit, or fees would use it up.')],
  ABOVE_MAXIMUM: [t('Above maximum'), t('Above the maximum deposit.')],
  UNSUPPORTED_ASSET: [
    t('Other currency'),
    t('It came in a currency or token that is not accepted here.'),
  ],
  DESTINATION_UNAVAILABLE: [
    t('Destination unavailable'),
    t('Nothing can be paid to the destination now.'),
  ],
  COMPLIANCE: [
    t('Compliance review'),
    t('Held by compliance. No one else can resolve it until they release it.'),
  ],
  LIMIT: [t('Over a limit'), t('It would exceed a limit.')],
  PAYOUT_FAILED: [t('Payout failed'), t('It could not be paid out. We are holding the money.')],
  RETURN_FAILED: [t('Return failed'), t('It could not be returned. We are holding the money.')],
  NO_TRANSFER: [t('No transfer'), t('No transfer is waiting for it.')],
  BY_PARTNER: [t('Kept'), t('Someone on your team decided to keep it for now.')],
  TRANSFER_IN_REVIEW: [t('Transfer in review'), t('It is held until its transfer is decided.')],
  UNKNOWN_SENDER: [
    t('Unknown sender'),
    t('Its amount fits a transfer, but neither the sender’s name nor account does.'),
  ],
  PAYER_NOT_ALLOWED: [
    t('Payer not allowed'),
    t('Its payer may not pay this account beyond small sums. You can send it back.'),
  ],
}

/** Why a deposit is held, as a short label for a row. */
export function heldLabel(reason: string): string {
  return heldLabels[reason]?.[0] ?? reason
}

/** The same in a sentence. */
export function heldText(reason: string): string {
  return heldLabels[reason]?.[1] ?? reason
}

export const heldOptions = Object.entries(heldLabels).map(([value, [label]]) => ({ value, label }))

type Sent = {
  sender: Readonly<Record<'name' | 'accountMasked' | 'walletAddress', string>>
}

/** Tokens that were just issued came from no wallet. */
const isNobody = (address: string) => /^0x0{40}$/.test(address)

/** The wallet that it came from, to which it can go back; '' where there is none. */
export function senderWallet({ sender: { walletAddress } }: Sent): string {
  return isNobody(walletAddress) ? '' : walletAddress
}

/** Who sent it, as far as the bank or the chain says. */
export function senderName({ sender }: Sent): string {
  const { name, accountMasked, walletAddress } = sender
  if (isNobody(walletAddress)) return t('Newly issued tokens')
  return (
    name || accountMasked || (walletAddress ? shortAddress(walletAddress) : t('Unknown sender'))
  )
}

/** `Below minimum, Late`. */
export function labelsText(labels: readonly string[]): string {
  return labels.map(codeLabel).join(', ')
}
