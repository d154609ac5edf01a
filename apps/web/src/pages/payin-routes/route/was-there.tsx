import { useLocation } from 'react-router'
import { Notice } from '../../../ui/display/notice.tsx'
import type { PayinRoute } from '../../../api/queries/payin-routes.ts'

/** Who creates a route that is there already ends here, and is told so. */
export function WasThere({ route }: { route: PayinRoute }) {
  const state = useLocation().state as { wasThere?: boolean } | null
  if (!state?.wasThere) return null
  return (
    <Notice alert look="edge" title="This route already exists">
      The funding account has a route to this very destination, so nothing was created.
      {route.routeStatus === 'inactive'
        ? ' It is off, and stays so until it is switched on.'
        : null}
    </Notice>
  )
}
