import { paths } from '../../../../routing/paths.ts'
import { countText } from '../../../../ui/format/numbers.ts'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'

type Facts = Pick<PayinRoute, 'inFlight' | 'held' | 'returnPolicy'>

const count = (many: number, one: string, more: string) =>
  many === 1 ? `One deposit ${one}` : `${countText(many)} deposits ${more}`

/** What switching a route means for money, shown before it is done; one sentence or two each. */
export function consequences(to: 'on' | 'off', { inFlight, held, returnPolicy }: Facts): string[] {
  const lines =
    to === 'off'
      ? [
          'Deposits that arrive while the route is inactive are held until you resolve them. Switching it on again does not move them.',
          inFlight > 0 ? `${count(inFlight, 'is', 'are')} in transit and will finish.` : '',
          `Payers notice nothing: the account still accepts money. ${fundingOffText(returnPolicy)}`,
        ]
      : [
          'New deposits are forwarded to the destination automatically.',
          held > 0
            ? `${count(held, 'stays', 'stay')} held: deposits that arrived while it was off move only when you resolve them.`
            : '',
        ]
  return lines.filter((line) => line !== '')
}

/** What applies when the funding account itself is off, which its return policy says. */
export function fundingOffText({ strategy }: { strategy: string }): string {
  if (strategy === 'ORIGIN_ACCOUNT')
    return 'If the funding account itself is deactivated, deposits are returned to the sender.'
  if (strategy === 'STATIC_ADDRESS')
    return 'When the funding account itself is switched off, deposits go to the account of its return policy.'
  return 'If the funding account itself is deactivated, deposits are held as well.'
}

type Lock = { title: string; text: string; link?: { to: string; label: string } }
type Locked = Pick<
  PayinRoute,
  | 'routeStatus'
  | 'statusReason'
  | 'allowedActions'
  | 'externalAccountId'
  | 'fundingAccountId'
  | 'accountOwner'
>

/** Why a route cannot be switched on as long as its cause lasts, and where that is mended. */
export function lockOf(route: Locked): Lock | undefined {
  const { routeStatus, allowedActions } = route
  if (routeStatus === 'active' || allowedActions.includes('activate')) return undefined
  switch (route.statusReason) {
    case 'DESTINATION_DISABLED':
      return {
        title: 'The destination is not enabled',
        text: 'The route was switched off too. Enable that account or change the destination, then switch the route on.',
        link: { to: paths.externalAccount(route.externalAccountId), label: 'Open destination' },
      }
    case 'FUNDING_DEACTIVATED':
      return {
        title: 'The funding account is inactive',
        text: 'The route was switched off too. Activate that account, then switch the route on.',
        link: { to: paths.fundingAccount(route.fundingAccountId), label: 'Open funding account' },
      }
    case 'COMPLIANCE_HOLD':
      return {
        title: 'Held by compliance',
        text: 'The verification of a customer of this route is paused. It can be switched on once compliance has released it.',
        link: { to: paths.entity(route.accountOwner.entityId, 'kyc'), label: 'Open KYC' },
      }
    default:
      return { title: 'It cannot be switched on right now', text: 'Not possible right now.' }
  }
}

const ended: Record<string, string> = {
  DESTINATION_DISABLED: 'The destination is enabled again',
  FUNDING_DEACTIVATED: 'The funding account is active again',
  COMPLIANCE_HOLD: 'Compliance has released the customer',
}

/** What is over that switched a route off, where it can be switched on again; nothing does that by itself. */
export function endedCause(route: Locked): string | undefined {
  const isOffered = route.routeStatus === 'inactive' && route.allowedActions.includes('activate')
  return isOffered ? ended[route.statusReason] : undefined
}
