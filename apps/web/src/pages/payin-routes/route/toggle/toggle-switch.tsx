import { useState } from 'react'
import { useMissingPermission } from '../../../../api/session.ts'
import { LinkButton } from '../../../../ui/page/links.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { Switch } from '../../../../ui/controls/switch.tsx'
import type { PayinRoute } from '../../../../api/queries/payin-routes.ts'
import { endedCause, lockOf } from './toggle-consequences.ts'
import { part } from '../../../../ui/display/part.tsx'
import { DialogButton } from '../../../../ui/controls/button.tsx'
import { t } from '../../../../messages/text.ts'

const ToggleDialog = part(() => import('./toggle-dialog.tsx'), 'ToggleDialog')

type Props = { route: PayinRoute }

/** Whether deposits are forwarded, in the head of the card that says what that means. */
export function RouteSwitch({ route }: Props) {
  const [asking, setAsking] = useState(false)
  const missing = useMissingPermission('payin-routes:write')
  return (
    <>
      <Switch
        label={t('Forwarding')}
        on={route.routeStatus === 'active'}
        disabledReason={missing ?? lockOf(route)?.title}
        onAsk={() => setAsking(true)}
      />
      {asking ? <ToggleDialog route={route} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** Why the route is off where it is not a person's wish, and what helps. */
export function RouteLock({ route }: Props) {
  const missing = useMissingPermission('payin-routes:write')
  const lock = lockOf(route)
  const cause = endedCause(route)
  if (lock) {
    return (
      <Notice
        tone="hand"
        title={lock.title}
        actions={
          lock.link ? (
            <LinkButton size="s" to={lock.link.to}>
              {lock.link.label}
            </LinkButton>
          ) : null
        }
      >
        {t('{reason} Until then deposits are held.', { reason: lock.text })}
      </Notice>
    )
  }
  if (cause === undefined) return null
  return (
    <Notice
      tone="wait"
      title={cause}
      actions={
        <DialogButton
          size="s"
          disabledReason={missing}
          dialog={(close) => <ToggleDialog route={route} onClose={close} />}
        >
          {t('Switch on')}
        </DialogButton>
      }
    >
      {t('The route was switched off too and stays off until you switch it on.')}
    </Notice>
  )
}
