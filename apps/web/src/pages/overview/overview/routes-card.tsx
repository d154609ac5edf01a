import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../api/clock.ts'
import { routeHealthQuery, type RouteHealth } from '../../../api/queries/payin-routes.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { StatusPill } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { plural, t } from '../../../messages/text.ts'

/** Days without a deposit after which an active route is worth a look. */
const quietDays = 7
const dayMs = 86_400_000

/** How many pay-in routes work, and which are quiet. */
export function RoutesCard() {
  const query = useQuery(routeHealthQuery)
  return (
    <Card
      title={t('Pay-in routes')}
      end={<TextLink to={paths.payinRoutes}>{t('All routes')}</TextLink>}
      className="min-h-40"
      flush
    >
      <Region query={query} what={t('Pay-in routes')}>
        {({ routes, total }) =>
          total === 0 ? (
            <p className="p-4 muted">{t('No pay-in route yet.')}</p>
          ) : (
            <Health routes={routes} total={total} />
          )
        }
      </Region>
    </Card>
  )
}

function Health({ routes, total }: { routes: readonly RouteHealth[]; total: number }) {
  const now = useNow(60_000)
  const active = routes.filter(({ routeStatus }) => routeStatus === 'active')
  const quiet = active.filter(
    ({ lastDepositAt, createdAt }) =>
      now - Date.parse(lastDepositAt ?? createdAt) > quietDays * dayMs,
  )
  const held = routes.reduce((sum, route) => sum + route.held, 0)
  return (
    <ul>
      <Line
        status="active"
        count={active.length}
        text={plural(
          held,
          { one: '{count} deposit held', other: '{count} deposits held' },
          { count: countText(held) },
        )}
      />
      <Line status="inactive" count={routes.length - active.length} text={t('switched off')} />
      <Line
        status="PENDING"
        label={t('No deposits')}
        count={quiet.length}
        text={
          total > routes.length
            ? t('in {days} days, of the {count} newest', {
                days: quietDays,
                count: routes.length,
              })
            : t('in {days} days', { days: quietDays })
        }
      />
    </ul>
  )
}

type LineProps = { status: string; label?: string; count: number; text: string }

function Line({ status, label, count, text }: LineProps) {
  return (
    <li className="health-line">
      <StatusPill status={status} {...(label ? { label } : {})} />
      <span>
        {plural(
          count,
          { one: '{count} route', other: '{count} routes' },
          { count: countText(count) },
        )}
      </span>
      <span className="muted truncated text-right">{text}</span>
    </li>
  )
}
