import { lazy, Suspense, useState } from 'react'
import { useMissingPermission } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Deposit, PayinRoute } from './queries.ts'
import { undecidable } from './resolve-words.ts'

const ResolveDialog = lazy(async () => ({
  default: (await import('./resolve-dialog.tsx')).ResolveDialog,
}))

type Props = {
  deposit: Deposit & { fundingAccountId?: string; teleportId?: string }
  /** Where the deposit is told without its funding account, as in the history of a route. */
  route?: Pick<PayinRoute, 'fundingAccountId'> | undefined
}

/** What a person may decide about a held deposit; nothing where it is not held. */
export function ResolveDeposit({ deposit, route }: Props) {
  const [asking, setAsking] = useState(false)
  const missing = useMissingPermission('payin-routes:write')
  const fundingAccountId = deposit.fundingAccountId ?? route?.fundingAccountId
  if (deposit.status !== 'HELD' || fundingAccountId === undefined) return null
  return (
    <>
      <Button
        size="s"
        aria-haspopup="dialog"
        disabledReason={missing ?? undecidable(deposit)}
        onClick={() => setAsking(true)}
      >
        Resolve
      </Button>
      <Suspense>
        {asking ? (
          <ResolveDialog {...{ deposit, fundingAccountId }} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
