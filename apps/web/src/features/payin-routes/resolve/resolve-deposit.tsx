import { useMissingPermission } from '../../../api/session.ts'
import type { ResolvableDeposit } from '../../../api/queries/lists/payin-routes.ts'
import { undecidable } from './resolve-labels.ts'
import { part } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { t } from '../../../messages/text.ts'

const ResolveDialog = part(() => import('./resolve-dialog.tsx'), 'ResolveDialog')

type Props = {
  deposit: ResolvableDeposit
  /** Where it came in: its terms say where it can go back to. */
  fundingAccountId: string
}

/** What a person may decide about a held deposit; nothing where it is not held. */
export function ResolveDeposit({ deposit, fundingAccountId }: Props) {
  const missing = useMissingPermission('payin-routes:write')
  if (deposit.status !== 'HELD') return null
  return (
    <DialogButton
      size="s"
      variant="primary"
      disabledReason={missing ?? undecidable(deposit)}
      dialog={(close) => <ResolveDialog {...{ deposit, fundingAccountId }} onClose={close} />}
    >
      {t('Resolve')}
    </DialogButton>
  )
}
