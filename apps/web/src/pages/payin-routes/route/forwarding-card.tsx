import { hasMaximum } from '../../../features/payin-routes/deposit-limits.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { policyText } from '../../../features/accounts/policy-labels.ts'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { type PayinRoute, type Volume, volumeQuery } from '../../../api/queries/payin-routes.ts'
import { exactSum } from '../../../features/payin-routes/volume.ts'
import { rich } from '../../../messages/rich.tsx'
import { Actor } from '../../../ui/display/actor.tsx'
import { secondsText } from '../../../ui/format/times.ts'
import { RouteSwitch } from './toggle/toggle-switch.tsx'
import { t, plural } from '../../../messages/text.ts'
import { wayText } from './toggle/toggle-consequences.ts'

/** Whether deposits go on by themselves, and what that means for those that come. */
export function ForwardingCard({ route }: { route: PayinRoute }) {
  const { totalTransactions, held, inFlight, limits, returnPolicy, createdAt, createdBy } = route
  const { currency } = route.depositAccountInfo
  const volume = useQuery(volumeQuery(route.routeId, '30'))
  return (
    <Card title={t('Forwarding')} end={<RouteSwitch route={route} />}>
      <p className="muted mb-4">{forwardingText(route)}</p>
      <DescriptionList
        rows={[
          fact(t('Deposits'), countText(totalTransactions)),
          fact(t('Received in 30 days'), lately(volume, receivedOf)),
          fact(
            t('Median time to payout'),
            lately(volume, ({ medianSeconds }) => secondsText(medianSeconds)),
          ),
          fact(t('In transit'), countText(inFlight)),
          fact(
            t('Held'),
            held > 0 ? (
              <Link
                className="link"
                preventScrollReset
                to={`${paths.payinRoute(route.routeId)}?status=HELD`}
              >
                {countText(held)}
              </Link>
            ) : (
              '0'
            ),
          ),
          fact(t('Smallest deposit'), <Amount value={limits.minDeposit} currency={currency} />),
          hasMaximum(limits) &&
            fact(t('Largest deposit'), <Amount value={limits.maxDeposit} currency={currency} />),
          fact(t('When the account is inactive'), policyText(returnPolicy)),
          fact(
            t('Created'),
            rich('{time} by {maker}', {
              time: <Time at={createdAt} withZone />,
              maker: (
                <Actor
                  type={createdBy.actorType}
                  id={createdBy.actorId}
                  name={createdBy.actorName}
                />
              ),
            }),
          ),
        ]}
      />
    </Card>
  )
}

/** A figure of the last days, which are read by themselves. */
function lately(
  { data, error }: Pick<UseQueryResult<Volume>, 'data' | 'error'>,
  value: (volume: Volume) => ReactNode,
): ReactNode {
  if (data) return value(data)
  return error ? <span className="faint">{t('could not be read')}</span> : <Skeleton width={96} />
}

const receivedOf = ({ days, currency }: Volume) => (
  <Amount value={exactSum(days.map(({ received }) => received))} currency={currency} />
)

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
