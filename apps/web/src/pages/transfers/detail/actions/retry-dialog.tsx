import { Refused } from '../../../../features/actions/refused.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { accountsOfQuery } from '../../../../api/queries/accounts.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { TextLink } from '../../../../ui/page/links.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { paths } from '../../../../routing/paths.ts'
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx'
import { SelectField } from '../../../../ui/controls/select.tsx'
import { actionLabels } from './action-labels.ts'
import { accountOptions } from './side-accounts.ts'
import { useAfterAction } from './use-after-action.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { rich } from '../../../../messages/rich.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Pays out again what is held, to the same account or another one of the payee. */
export function RetryDialog({ transfer, onClose }: Props) {
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
            hint={
              <>
                {rich('Another account is added under {accounts}.', {
                  accounts: (
                    <TextLink to={`${paths.newAccount}?entity=${to.entityId}`}>
                      {t('the accounts of {name}', { name: to.fullName })}
                    </TextLink>
                  ),
                })}
              </>
            }
          />
        )}
      </Region>
      <Refused title={failed} error={retry.error} />
    </FormDialog>
  )
}
