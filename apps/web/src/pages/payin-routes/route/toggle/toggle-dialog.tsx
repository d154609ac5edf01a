import { useState } from 'react'
import { payinRoutes, queries } from '../../../../api/call.ts'
import { isApiError } from '../../../../api/errors.ts'
import { refusalText, useAction } from '../../../../features/actions/action.tsx'
import { ApprovalAsked, isAsked } from '../../../../ui/page/approval-asked.tsx'
import { LinkButton } from '../../../../ui/page/links.tsx'
import { ReasonDialog } from '../../../../ui/overlays/reason-dialog.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { routeNamed } from '../../../../features/payin-routes/create-choice.ts'
import { type PayinRoute, payinRoutesKey } from '../../../../api/queries/payin-routes.ts'
import { useSeenVersion } from '../../../../features/payin-routes/seen-version.ts'
import { consequences } from './toggle-consequences.ts'
import { t } from '../../../../messages/text.ts'

/** Says what switching means for money, then asks for exactly that state: never for the other one. */
export function ToggleDialog({ route, onClose }: { route: PayinRoute; onClose: () => void }) {
  const seen = useSeenVersion(route.version)
  // As the person saw it when they asked: a change by another does not turn the question round.
  const [to] = useState<'on' | 'off'>(route.routeStatus === 'active' ? 'off' : 'on')
  const refresh = () => queries.invalidateQueries({ queryKey: payinRoutesKey })
  const toggle = useAction(payinRoutes.toggle, {
    version: seen.version,
    onDone: async ({ data: { data } }) => {
      onClose()
      toast({
        tone: 'done',
        title: data.routeStatus === 'active' ? t('The route is on') : t('The route is off'),
        ...(data.routeStatus === 'active' ? {} : { text: t('New deposits are held.') }),
      })
      await refresh()
    },
    onRefused: async (error) => {
      seen.noteRefusal(error)
      await refresh()
    },
  })
  const send = (reason: string) =>
    toggle.send({
      body: {
        teleportId: route.routeId,
        routeStatus: to === 'off' ? 'inactive' : 'active',
        reason,
      },
    })
  return (
    <ReasonDialog
      title={to === 'off' ? t('Switch this route off?') : t('Switch this route on?')}
      description={
        to === 'off'
          ? t('Nothing is forwarded until it is switched on again.')
          : t('Deposits are forwarded to {name}.', {
              name: route.destinationAccount.holderName || route.destinationEntity.name,
            })
      }
      button={to === 'off' ? t('Switch route off') : t('Switch route on')}
      isDangerous={to === 'off'}
      isBusy={toggle.isBusy}
      onConfirm={send}
      onClose={onClose}
      before={<Consequences lines={consequences(to, route)} />}
      problem={toggle.error ? <Refused error={toggle.error} /> : null}
    />
  )
}

/** What will be, each as a point of its own. */
export function Consequences({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="bullet-points" aria-label={t('What this means')}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Refused({ error }: { error: unknown }) {
  if (isAsked(error)) return <ApprovalAsked error={error} />
  const isRouted = isApiError(error, 'FUNDING_ACCOUNT_ALREADY_ROUTED')
  const other = isRouted ? routeNamed(error) : ''
  if (isApiError(error, 'VERSION_CONFLICT')) {
    return (
      <Notice tone="hand" alert look="edge" title={t('The route has changed in the meantime')}>
        {t(
          'Nothing was switched. Behind this is the route as it is now; press again if it still holds.',
        )}
      </Notice>
    )
  }
  return (
    <Notice
      tone="fail"
      alert
      title={
        isRouted ? t('Another route forwards from this account') : t('The route was not switched')
      }
      actions={
        other ? (
          <LinkButton size="s" to={paths.payinRoute(other)}>
            {t('Open that route')}
          </LinkButton>
        ) : null
      }
    >
      {isRouted
        ? t(
            'A funding account forwards to one destination at a time. Switch the other route off first, or change its destination.',
          )
        : refusalText(error)}
    </Notice>
  )
}
