import { Plus } from 'lucide-react'
import { useMissingPermission } from '../../api/session.ts'
import { LinkButton } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { t } from '../../messages/text.ts'

/** Begins a route, in the head of the list and where there is none yet. */
export function CreateRouteButton() {
  const missing = useMissingPermission('payin-routes:write')
  if (missing) {
    return (
      <Button icon={Plus} disabledReason={missing}>
        {t('Create route')}
      </Button>
    )
  }
  return (
    <LinkButton data-key="new" to={paths.newPayinRoute} variant="primary" icon={Plus}>
      {t('Create route')}
    </LinkButton>
  )
}
