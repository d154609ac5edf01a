import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { PayinRoute } from '../../../api/queries/payin-routes.ts'

const ChangeDestinationDialog = lazy(async () => ({
  default: (await import('./changes/change-destination-dialog.tsx')).ChangeDestinationDialog,
}))

/** What may be asked of a route, in the head of its page. */
export function RouteActions({ route }: { route: PayinRoute }) {
  const [asking, setAsking] = useState(false)
  const missing = useMissingPermission('payin-routes:write')
  const blocked = route.allowedActions.includes('update')
    ? undefined
    : 'The service does not allow it now'
  return (
    <>
      <Button
        icon={<Pencil className="icon-medium" />}
        aria-haspopup="dialog"
        disabledReason={missing ?? blocked}
        onClick={() => setAsking(true)}
      >
        Change destination
      </Button>
      <Suspense>
        {asking ? <ChangeDestinationDialog route={route} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  )
}
