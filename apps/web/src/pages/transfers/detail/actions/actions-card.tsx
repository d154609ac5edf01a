import { useState } from 'react'
import { useMissingPermission, useSession } from '../../../../api/session.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { WithPage } from '../../../../ui/page/region.tsx'
import { type Action, actionScope, actionsOf, actionLabels } from './action-labels.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { part, lazyPart } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const ActionDialog = part(() => import('./action-dialog.tsx'), 'ActionDialog')
const SandboxActions = lazyPart(() => import('./sandbox-actions.tsx'), 'SandboxActions')

/** Whether the sandbox can play a part of the outside world for this transfer. */
const isPlayable = ({ status, executionId }: Transfer) =>
  executionId.startsWith('exec_') && (status === 'PENDING' || status === 'IN_REVIEW')

/** What can be done with the transfer now, each with what it means; nothing when there is nothing. */
export function ActionsCard({ transfer }: { transfer: Transfer }) {
  const [open, setOpen] = useState<Action | undefined>()
  const isSandbox = useSession()?.environment === 'sandbox' && isPlayable(transfer)
  const actions = actionsOf(transfer)
  return (
    <WithPage>
      {actions.length === 0 && !isSandbox ? null : (
        <Card title={t('Actions')} flush className="self-start">
          <ul className="action-list">
            {actions.map((action) => (
              <ActionRow
                key={action}
                action={action}
                transfer={transfer}
                onAsk={() => setOpen(action)}
              />
            ))}
            <WithPage>{isSandbox ? <SandboxActions transfer={transfer} /> : null}</WithPage>
          </ul>
          {open ? (
            <ActionDialog action={open} transfer={transfer} onClose={() => setOpen(undefined)} />
          ) : null}
        </Card>
      )}
    </WithPage>
  )
}

type RowProps = { action: Action; transfer: Transfer; onAsk: () => void }

function ActionRow({ action, transfer, onAsk }: RowProps) {
  const missing = useMissingPermission(actionScope[action])
  const { button, consequence } = actionLabels(action, transfer)
  const isEnd = action === 'cancel' || action === 'reject'
  return (
    <li>
      <p>{consequence}</p>
      <Button
        variant={isEnd ? 'danger' : 'secondary'}
        aria-haspopup="dialog"
        disabledReason={missing}
        onClick={onAsk}
      >
        {button}
      </Button>
    </li>
  )
}
