import { accounts, call } from '../../../api/call.ts'
import { errorText, isApiError } from '../../../api/errors.ts'
import { queries } from '../../../api/query-client.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { accountLabel } from '../../../features/accounts/account-number.tsx'
import { dismissToast, toast } from '../../../ui/overlays/toast.ts'
import { deleteLater, undoDeletion } from './deletions.ts'
import { accountsKey, type ExternalDetail } from '../../../api/queries/accounts.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

/** Routes follow their accounts: off with them, and offered again. */
const refresh = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: accountsKey }),
    queries.invalidateQueries({ queryKey: payinRoutesKey }),
  ])

/** Switches an external account on or off; `onDone` closes what asked. */
export function useToggleExternal(change: 'enable' | 'disable', onDone: () => void) {
  const options = {
    onDone: async ({ message }: { message?: string | undefined }) => {
      onDone()
      toast({ tone: 'done', title: message ? serviceText(message) : t('The account was changed') })
      await refresh()
    },
  }
  const enable = useAction(accounts.enable, options)
  const disable = useAction(accounts.disable, options)
  return change === 'enable' ? enable : disable
}

/** Deletes after the time for taking it back; says so and how it ended, on whichever page the person is by then. */
export function deleteExternal(account: ExternalDetail): void {
  const { accountId } = account
  const label = accountLabel(account)
  const shown = toast({
    tone: 'wait',
    stays: true,
    title: t('{label} will be deleted in 10 seconds', { label }),
    text: t('Nothing has been sent yet.'),
    action: { label: t('Undo'), run: () => undo(accountId, label) },
  })
  deleteLater(accountId, {
    run: () => void send(accountId, label),
    end: () => dismissToast(shown),
  })
}

function undo(accountId: string, label: string): void {
  if (undoDeletion(accountId))
    toast({ tone: 'none', title: t('{label} was not deleted', { label }) })
}

async function send(accountId: string, label: string): Promise<void> {
  try {
    await call(accounts.deleteExternal, { params: { accountId } })
    toast({ tone: 'done', title: t('{label} was deleted', { label }) })
  } catch (error) {
    const text = isApiError(error, 'ACCOUNT_IN_USE') ? error.message : errorText(error)
    toast({ tone: 'fail', title: t('{label} was not deleted', { label }), text })
  }
  await refresh()
}
