import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { accounts, call } from '../../../api/call.ts'
import { errorText, isApiError } from '../../../api/errors.ts'
import { useIdempotencyKeys } from '../../../api/idempotency-key.ts'
import { accountLabel } from '../../../features/accounts/account-number.tsx'
import { dismissToast, toast } from '../../../ui/overlays/toast.ts'
import { deleteLater, undoDeletion } from './deletions.ts'
import { accountsKey, type ExternalDetail } from '../../../api/queries/accounts.ts'
import { payinRoutesKey } from '../../../api/queries/payin-routes.ts'
import { t } from '../../../messages/text.ts'
import { serviceText } from '../../../messages/service.ts'

/** Routes follow their accounts: off with them, and offered again. */
const refresh = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: accountsKey }),
    queries.invalidateQueries({ queryKey: payinRoutesKey }),
  ])

/** Switches an external account on or off; `onDone` closes what asked. */
export function useToggleExternal(change: 'enable' | 'disable', onDone: () => void) {
  const queries = useQueryClient()
  const keyOf = useIdempotencyKeys()
  return useMutation({
    mutationFn: (asked: { accountId: string; reason: string; version: number }) => {
      const { accountId, reason } = asked
      // The version makes the second switch of the same account another action.
      const options = { idempotencyKey: keyOf(asked) }
      return change === 'enable'
        ? call(accounts.enable, { body: { accountId, reason } }, options)
        : call(accounts.disable, { body: { accountId, reason } }, options)
    },
    onSuccess: async ({ message }) => {
      onDone()
      toast({ tone: 'done', title: message ? serviceText(message) : t('The account was changed') })
      await refresh(queries)
    },
  })
}

/** Deletes after the time for taking it back; says so and how it ended, on whichever page the person is by then. */
export function useDeleteExternal() {
  const queries = useQueryClient()
  return (account: ExternalDetail) => {
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
      run: () => void send(queries, accountId, label),
      end: () => dismissToast(shown),
    })
  }
}

function undo(accountId: string, label: string): void {
  if (undoDeletion(accountId))
    toast({ tone: 'none', title: t('{label} was not deleted', { label }) })
}

async function send(queries: QueryClient, accountId: string, label: string): Promise<void> {
  try {
    await call(accounts.deleteExternal, { params: { accountId } })
    toast({ tone: 'done', title: t('{label} was deleted', { label }) })
  } catch (error) {
    const text = isApiError(error, 'ACCOUNT_IN_USE') ? error.message : errorText(error)
    toast({ tone: 'fail', title: t('{label} was not deleted', { label }), text })
  }
  await refresh(queries)
}
