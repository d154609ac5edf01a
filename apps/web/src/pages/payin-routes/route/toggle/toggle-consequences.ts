import { paths } from '../../../../routing/paths.ts'
import { countText } from '../../../../ui/format/numbers.ts'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { plural, t } from '../../../../messages/text.ts'

type Facts = Pick<PayinRoute, 'inFlight' | 'held' | 'returnPolicy'>

/** What switching a route means for money, shown before it is done; one sentence or two each. */
export function consequences(to: 'on' | 'off', { inFlight, held, returnPolicy }: Facts): string[] {
  const lines =
    to === 'off'
      ? [
          t(
            'Deposits that arrive while the route is inactive are held until you resolve them. Switching it on again does not move them.',
          ),
          wayText(inFlight),
          `${t('Payers notice nothing: the account still accepts money.')} ${fundingOffText(returnPolicy)}`,
        ]
      : [
          t('New deposits are forwarded to the destination automatically.'),
          held > 0
            ? plural(
                held,
                {
                  one: 'One deposit stays held: deposits that arrived while it was off move only when you resolve them.',
                  other:
                    '{count} deposits stay held: deposits that arrived while it was off move only when you resolve them.',
                },
                { count: countText(held) },
              )
            : '',
        ]
  return lines.filter((line) => line !== '')
}

/** Deposits that finish whatever becomes of the route; '' where there are none. */
export function wayText(count: number): string {
  if (count === 0) return ''
  return plural(
    count,
    {
      one: 'One deposit is in transit and will finish.',
      other: '{count} deposits are in transit and will finish.',
    },
    { count: countText(count) },
  )
}

/** What applies when the funding account itself is off, which its return policy says. */
export function fundingOffText({ strategy }: { strategy: string }): string {
  if (strategy === 'ORIGIN_ACCOUNT')
    return t('If the funding account itself is deactivated, deposits are returned to the sender.')
  if (strategy === 'STATIC_ADDRESS')
    return t(
      'When the funding account itself is switched off, deposits go to the account of its return policy.',
    )
  return t('If the funding account itself is deactivated, deposits are held as well.')
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
        title: t('The destination is not enabled'),
        text: t(
          'The route was switched off too. Enable that account or change the destination, then switch the route on.',
        ),
        link: { to: paths.externalAccount(route.externalAccountId), label: t('Open destination') },
      }
    case 'FUNDING_DEACTIVATED':
      return {
        title: t('The funding account is inactive'),
        text: t('The route was switched off too. Activate that account, then switch the route on.'),
        link: {
          to: paths.fundingAccount(route.fundingAccountId),
          label: t('Open funding account'),
        },
      }
    case 'COMPLIANCE_HOLD':
      return {
        title: t('Held by compliance'),
        text: t(
          'The verification of a customer of this route is paused. It can be switched on once compliance has released it.',
        ),
        link: { to: paths.entity(route.accountOwner.entityId, 'kyc'), label: t('Open KYC') },
      }
    default:
      return { title: t('It cannot be switched on right now'), text: t('Not possible right now.') }
  }
}

const ended: Record<string, string> = {
  DESTINATION_DISABLED: t('The destination is enabled again'),
  FUNDING_DEACTIVATED: t('The funding account is active again'),
  COMPLIANCE_HOLD: t('Compliance has released the customer'),
}

/** What is over that switched a route off, where it can be switched on again; nothing does that by itself. */
export function endedCause(route: Locked): string | undefined {
  const isOffered = route.routeStatus === 'inactive' && route.allowedActions.includes('activate')
  return isOffered ? ended[route.statusReason] : undefined
}
