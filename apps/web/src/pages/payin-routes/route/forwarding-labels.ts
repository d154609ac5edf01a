import { wayText } from './toggle/toggle-consequences.ts'
import { countText } from '../../../ui/format/numbers.ts'
import type { PayinRoute } from '../../../api/queries/payin-routes.ts'
import { plural, t } from '../../../messages/text.ts'

type Facts = Pick<PayinRoute, 'routeStatus' | 'inFlight' | 'held'>

/** What happens to deposits now, and to those that came before. */
export function forwardingText({ routeStatus, inFlight, held }: Facts): string {
  const now =
    routeStatus === 'active'
      ? t(
          'Deposits go to the destination as soon as they clear. While the route is off, they are held, not returned.',
        )
      : t('Deposits are accepted and held for review, not returned.')
  return [now, wayText(inFlight), heldText(held)].filter(Boolean).join(' ')
}

function heldText(count: number): string {
  if (count === 0) return ''
  return plural(
    count,
    {
      one: 'One deposit is held and moves only after review.',
      other: '{count} deposits are held and move only after review.',
    },
    { count: countText(count) },
  )
}
