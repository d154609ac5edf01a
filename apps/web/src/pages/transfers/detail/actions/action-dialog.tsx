import { Refused, useAction } from '../../../../features/actions/action.tsx'
import { transfers } from '../../../../api/call.ts'
import { ReasonDialog } from '../../../../ui/overlays/reason-dialog.tsx'
import { type Action, actionLabels } from './action-labels.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { useAfterAction } from './use-after-action.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { accountsOfQuery } from '../../../../api/queries/accounts.ts'
import { TextLink } from '../../../../ui/page/links.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { paths } from '../../../../routing/paths.ts'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { SelectField } from '../../../../ui/controls/inputs.tsx'
import { accountOptions } from './side-accounts.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'

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

/** Pays out again what is held, to the same account or another one of the payee. */
function RetryDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { executionId, to } = transfer
  const query = useQuery(accountsOfQuery(to.entityId))
  const options = accountOptions(query.data?.data ?? [], to)
  const usable = options.filter(({ disabled }) => !disabled)
  const [chosen, setChosen] = useState<string | undefined>()
  // Another account first: the one that was used has just been refused.
  const accountId = chosen ?? (usable.find(({ isUsed }) => !isUsed) ?? usable[0])?.value
  const after = useAfterAction(transfer, onClose)
  const retry = useAction(transfers.retry, { onDone: after })
  const { title, button, consequence, failed } = actionLabels('retry', transfer)
  const submit = () => {
    if (accountId) retry.send({ body: { executionId, toAccountId: accountId } })
  }
  return (
    <FormDialog
      title={title}
      description={consequence}
      button={button}
      icon={<Fingerprint />}
      isBusy={retry.isBusy}
      disabledReason={accountId ? undefined : t('No account can be paid')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Region query={query} what={t('Accounts of the payee')}>
        {() => (
          <SelectField
            label={t('Pay to')}
            options={options}
            value={accountId ?? ''}
            onChange={(event) => setChosen(event.target.value)}
            hint={rich('Another account is added under {accounts}.', {
              accounts: (
                <TextLink to={`${paths.newAccount}?entity=${to.entityId}`}>
                  {t('the accounts of {name}', { name: to.fullName })}
                </TextLink>
              ),
            })}
          />
        )}
      </Region>
      <Refused title={failed} error={retry.error} />
    </FormDialog>
  )
}
