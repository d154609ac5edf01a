import '../../../../features/payin-routes/payin-routes.css'
import { useQuery } from '@tanstack/react-query'
import { senderName } from '../../../../features/payin-routes/labels.ts'
import { holderAndNumber } from './change-labels.ts'
import { Amount, Time, StatusPill } from '../../../../ui/display/values.tsx'
import { countText } from '../../../../ui/format/numbers.ts'
import { payinRoutes, q } from '../../../../api/call.ts'
import type { Deposit, PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { isInFlight } from './change-consequences.ts'
import { plural, t } from '../../../../messages/text.ts'

const shownMax = 4
/** Among the newest of a route are those on their way, because each takes minutes. */
const lookedAt = '50'

/** The deposits that go on to the destination as it is, whatever is chosen here. */
export function InFlight({ route }: { route: PayinRoute }) {
  const { routeId, inFlight, destinationAccount } = route
  const { data } = useQuery({
    ...q(payinRoutes.deposits, { teleportId: routeId, limit: lookedAt }),
    enabled: inFlight > 0,
  })
  if (inFlight === 0) return <p className="muted">{t('No deposit is in transit.')}</p>
  const moving = (data?.data.data ?? []).filter(isInFlight)
  const shown = moving.slice(0, shownMax)
  const more = inFlight - shown.length
  return (
    <section aria-label={t('In transit')}>
      <h3 className="mb-1">
        {plural(
          inFlight,
          { one: 'One deposit is in transit', other: '{count} deposits are in transit' },
          { count: countText(inFlight) },
        )}
      </h3>
      <p className="muted mb-2">
        {plural(
          inFlight,
          { one: 'It still goes to {account}.', other: 'They still go to {account}.' },
          { account: holderAndNumber(destinationAccount) },
        )}
      </p>
      <ul className="route-rows">
        {shown.map((deposit) => (
          <MovingDeposit key={deposit.depositId} deposit={deposit} />
        ))}
      </ul>
      {shown.length > 0 && more > 0 ? (
        <p className="muted mt-1">{t('and {count} more', { count: countText(more) })}</p>
      ) : null}
    </section>
  )
}

function MovingDeposit({ deposit }: { deposit: Deposit }) {
  const { status, amountIn, receivedAt } = deposit
  return (
    <li>
      <StatusPill status={status} />
      <span className="truncated grow">{senderName(deposit)}</span>
      <Amount value={amountIn.amount} currency={amountIn.currency} />
      <Time at={receivedAt} />
    </li>
  )
}
