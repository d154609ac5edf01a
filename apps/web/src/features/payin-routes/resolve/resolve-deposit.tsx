import { useState } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { undecidable } from './resolve-labels.ts'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const ResolveDialog = part(() => import('./resolve-dialog.tsx'), 'ResolveDialog')

type Props = {
  deposit: ResolvableDeposit
  /** Where it came in: its terms say where it can go back to. */
  fundingAccountId: string
}

/** What a person may decide about a held deposit; nothing where it is not held. */
export function ResolveDeposit({ deposit, fundingAccountId }: Props) {
  const [asking, setAsking] = useState(false)
  const missing = useMissingPermission('payin-routes:write')
  if (deposit.status !== 'HELD') return null
  return (
    <>
      <Button
        size="s"
        variant="primary"
        aria-haspopup="dialog"
        disabledReason={missing ?? undecidable(deposit)}
        onClick={() => setAsking(true)}
      >
        {t('Resolve')}
      </Button>
      {asking ? (
        <ResolveDialog {...{ deposit, fundingAccountId }} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}
