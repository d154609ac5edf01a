import { depositStates } from '@corridor/domain'
import { countText } from '../../../../ui/format/numbers.ts'
import type { Deposit, PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { plural, t } from '../../../../messages/text.ts'

/** On its way to the destination that was valid when it was received. */
export function isInFlight({ status }: Pick<Deposit, 'status'>): boolean {
  return depositStates[status].isInFlight
}

type Facts = Pick<PayinRoute, 'held' | 'routeStatus'>

/** What another destination means for money, shown before it is chosen. */
export function changeConsequences({ held, routeStatus }: Facts): string[] {
  return [
    t('New deposits go to the new destination. Deposits received earlier go to the old one.'),
    t('The funding account, its deposit instructions and the history do not change.'),
    held > 0 ? heldLine(held) : '',
    routeStatus === 'active' ? '' : t('The route is off and stays off.'),
  ].filter((line) => line !== '')
}

const heldLine = (held: number) =>
  plural(
    held,
    {
      one: 'One held deposit keeps its original destination; you can choose another when you resolve it.',
      other:
        '{count} held deposits keep their original destination; you can choose another when you resolve them.',
    },
    { count: countText(held) },
  )
