import { Refused } from '../../../../features/actions/refused.tsx'
import { transfers } from '../../../../api/call.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { ReasonDialog } from '../../../../ui/overlays/reason-dialog.tsx'
import { type Action, actionLabels } from './action-labels.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RetryDialog } from './retry-dialog.tsx'
import { useAfterAction } from './use-after-action.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** What stands between a button and the action that it asks for. */
export function ActionDialog({ action, ...props }: Props & { action: Action }) {
  if (action === 'retry') return <RetryDialog {...props} />
  if (action === 'refund') return <RefundDialog {...props} />
  if (action === 'cancel') return <CancelDialog {...props} />
  return <DecisionDialog {...props} decision={action === 'approve' ? 'APPROVED' : 'REJECTED'} />
}

function CancelDialog({ transfer, onClose }: Props) {
  const after = useAfterAction(transfer, onClose)
  const cancel = useAction(transfers.cancel, { onDone: after })
  const { executionId } = transfer
  return (
    <Asking
      action="cancel"
      {...{ transfer, onClose }}
      state={cancel}
      onConfirm={(reason) => cancel.send({ body: { executionId, reason } })}
    />
  )
}

function DecisionDialog(props: Props & { decision: 'APPROVED' | 'REJECTED' }) {
  const { transfer, onClose, decision } = props
  const after = useAfterAction(transfer, onClose)
  const decide = useAction(transfers.approve, { onDone: after })
  const { executionId } = transfer
  return (
    <Asking
      action={decision === 'APPROVED' ? 'approve' : 'reject'}
      {...{ transfer, onClose }}
      state={decide}
      onConfirm={(comment) => decide.send({ body: { executionId, decision, comment } })}
    />
  )
}

type AskingProps = Props & {
  action: Action
  state: { isBusy: boolean; error: unknown }
  onConfirm: (reason: string) => void
}

function Asking({ action, transfer, state, onConfirm, onClose }: AskingProps) {
  const { title, button, consequence, failed } = actionLabels(action, transfer)
  return (
    <ReasonDialog
      title={title}
      description={consequence}
      button={button}
      isDangerous={action !== 'approve'}
      isBusy={state.isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
      problem={<Refused title={failed} error={state.error} />}
    />
  )
}
