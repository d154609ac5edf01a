import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { accountsOfQuery } from '../../../../api/queries/accounts.ts'
import { refusalText, useAction } from '../../../../features/actions/confirmed-call.ts'
import { TextLink } from '../../../../ui/page/links.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { paths } from '../../../../routing/paths.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { SelectField } from '../../../../ui/controls/select.tsx'
import { actionWords } from './action-words.ts'
import { accountOptions } from './side-accounts.ts'
import { useAfterAction } from './use-after-action.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Pays out again what is held, to the same account or another one of the payee. */
export function RetryDialog({ transfer, onClose }: Props) {
  const form = useId()
  const { executionId, to } = transfer
  const query = useQuery(accountsOfQuery(to.entityId))
  const options = accountOptions(query.data?.data ?? [], to)
  const usable = options.filter(({ disabled }) => !disabled)
  const [chosen, setChosen] = useState<string | undefined>()
  // Another account first: the one that was used has just been refused.
  const accountId = chosen ?? (usable.find(({ isUsed }) => !isUsed) ?? usable[0])?.value
  const after = useAfterAction(transfer, onClose)
  const retry = useAction(transfers.retry, { byPasskey: true, onDone: after })
  const { title, button, consequence, failed } = actionWords('retry', transfer)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (accountId) retry.send({ body: { executionId, toAccountId: accountId } })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={consequence}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            icon={<Fingerprint />}
            busy={retry.isBusy}
            disabledReason={accountId ? undefined : 'No account can be paid'}
          >
            {button}
          </Button>
        </>
      }
    >
      <form id={form} className="grid" noValidate onSubmit={submit}>
        <Region query={query} what="Accounts of the payee">
          {() => (
            <SelectField
              label="Pay to"
              options={options}
              value={accountId ?? ''}
              onChange={(event) => setChosen(event.target.value)}
              hint={
                <>
                  Another account is added under{' '}
                  <TextLink to={`${paths.newAccount}?entity=${to.entityId}`}>
                    the accounts of {to.fullName}
                  </TextLink>
                  .
                </>
              }
            />
          )}
        </Region>
        {retry.error ? (
          <Notice tone="fail" alert title={failed}>
            {refusalText(retry.error)}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  )
}
