import { codeText } from '../../../messages/service.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts, call, q, queries } from '../../../api/call.ts'
import { accountsKey, type ExternalDetail } from '../../../api/queries/accounts.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { BulkDialog, type BulkLine } from '../../../features/actions/bulk-dialog.tsx'
import { accountLabel } from '../../../features/accounts/account-number.tsx'
import { ReasonField } from '../../../ui/overlays/reason-field.tsx'
import { BulkFrame } from '../../../ui/page/bulk-frame.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { plural, t } from '../../../messages/text.ts'

const disabledMax = 50

/** Switches off the accounts that were picked, and the routes that lead to them. */
export function DisableBar({ ids, onClear }: { ids: ReadonlySet<string>; onClear: () => void }) {
  const missing = useMissingPermission('accounts:write')
  return (
    <BulkFrame count={ids.size} onClear={onClear}>
      <DialogButton
        size="s"
        disabledReason={
          missing ??
          (ids.size > disabledMax
            ? t('{limit} accounts at most', { limit: disabledMax })
            : undefined)
        }
        dialog={(close) => (
          <DisableDialog
            ids={[...ids]}
            onClose={(isDone) => {
              close()
              if (isDone) onClear()
            }}
          />
        )}
      >
        {t('Disable')}
      </DialogButton>
    </BulkFrame>
  )
}

type DialogProps = { ids: readonly string[]; onClose: (isDone: boolean) => void }

function DisableDialog({ ids, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const found = useQueries({
    queries: ids.map((accountId) => q(accounts.readExternal, { accountId })),
  })
  const isRead = found.every(({ isPending }) => !isPending)
  return (
    <BulkDialog
      title={t('Disable accounts')}
      description={t(
        'Nothing can be paid to or from a disabled account. Active routes to it are switched off.',
      )}
      noun={[t('account'), t('accounts')]}
      lines={ids.map((id, at) => lineOf(id, found[at]?.data?.data))}
      done="disabled"
      isDangerous
      button={(count) => t('Disable {count}', { count })}
      disabledReason={isRead ? undefined : t('The routes are being read')}
      run={(accountId) => call(accounts.disable, { body: { accountId, reason: reason.trim() } })}
      onDone={() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: accountsKey }),
          queries.invalidateQueries({ queryKey: payinRoutesKey }),
        ])
      }
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </BulkDialog>
  )
}

function lineOf(id: string, account: ExternalDetail | undefined): BulkLine {
  if (!account) return { id, label: id, excluded: t('it could not be read') }
  const { status, routes } = account
  return {
    id,
    label: accountLabel(account),
    excluded: status === 'ENABLED' ? undefined : t('it is {state}', { state: codeText(status) }),
    note:
      routes.length > 0
        ? plural(routes.length, {
            one: '({count} route leads to it)',
            other: '({count} routes lead to it)',
          })
        : undefined,
  }
}
