import { LinkButton } from '../../../ui/page/links.tsx'
import { heldText } from '../../../features/payin-routes/words.ts'
import { paths } from '../../../routing/paths.ts'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { type DepositRecord } from '../../../api/queries/payin-routes.ts'

/** One line about deposits that do not move by themselves, among what waits for a person. */
export function HeldLine({ count, oldest }: { count: number; oldest: DepositRecord }) {
  const { amountIn, accountOwner, heldReason, receivedAt } = oldest
  const amount = amountText(amountIn.amount, amountIn.currency)
  return (
    <li className="row gap-3 flex-wrap px-4 py-2 border-b border-line last:border-b-0">
      <span className="tone-hand">
        <StatusIcon meaning="hand" size="l" />
      </span>
      <span className="grow">
        <span className="strong">
          {count === 1
            ? `Deposit held: ${amount} for ${accountOwner.name}`
            : `${countText(count)} deposits held`}
        </span>{' '}
        <span className="muted">
          {count === 1 ? heldText(heldReason) : `The oldest is ${amount} for ${accountOwner.name}.`}{' '}
          <Time at={receivedAt} />
        </span>
      </span>
      <LinkButton size="s" to={paths.heldDeposits}>
        {count === 1 ? 'Open held deposit' : 'Open held deposits'}
      </LinkButton>
    </li>
  )
}
