import './payin-routes.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, payinRoutes, q } from '../../api/call.ts'
import { queries } from '../../api/query-client.ts'
import { useMissingPermission } from '../../api/session.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/blocks.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { refusalText } from '../actions/action.tsx'
import { ApprovalAsked, isAsked } from '../../ui/page/approval-asked.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import { routeName } from './labels.ts'
import { payinRoutesKey, type RouteEnd, type RouteItem } from '../../api/queries/payin-routes.ts'
import { plural, t } from '../../messages/text.ts'

/** Routes that went off with an account which is on again: offered, because none of them comes back by itself. */
export function ProposedRoutes(of: RouteEnd) {
  const reason = of.externalAccountId ? 'DESTINATION_DISABLED' : 'FUNDING_DEACTIVATED'
  const { data } = useQuery(q(payinRoutes.list, { ...of, status: 'inactive', limit: '50' }))
  const routes = (data?.data.data ?? []).filter(({ statusReason }) => statusReason === reason)
  if (routes.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={plural(routes.length, {
        one: 'A pay-in route is still off',
        other: '{count} pay-in routes are still off',
      })}
    >
      {plural(routes.length, {
        one: 'It was switched off with this account. Deposits are held until it is switched on; deposits already held stay held.',
        other:
          'They were switched off with this account. Deposits are held until they are switched on; deposits already held stay held.',
      })}
      <ul className="route-rows mt-2" aria-label={t('Routes to switch on')}>
        {routes.map((route) => (
          <ProposedRoute key={route.routeId} route={route} />
        ))}
      </ul>
    </Notice>
  )
}

function ProposedRoute({ route }: { route: RouteItem }) {
  const { routeId: teleportId } = route
  const missing = useMissingPermission('payin-routes:write')
  const name = routeName(route)
  const switchOn = useMutation({
    mutationFn: () =>
      call(
        payinRoutes.toggle,
        { body: { teleportId, routeStatus: 'active' } },
        { version: route.version },
      ),
    onSuccess: async () => {
      toast({ tone: 'done', title: t('{name} is on', { name }) })
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
    },
    onError: async (error) => {
      if (!isAsked(error))
        toast({ tone: 'fail', title: t('{name} stays off', { name }), text: refusalText(error) })
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
    },
  })
  return (
    <li>
      <TextLink className="grow" to={paths.payinRoute(teleportId)}>
        {name}
      </TextLink>
      <Button
        size="s"
        busy={switchOn.isPending}
        disabledReason={missing}
        aria-label={t('Switch on {name}', { name })}
        onClick={() => switchOn.mutate()}
      >
        {t('Switch on')}
      </Button>
      {isAsked(switchOn.error) ? <ApprovalAsked error={switchOn.error} /> : null}
    </li>
  )
}
