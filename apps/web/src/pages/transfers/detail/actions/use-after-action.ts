import { useNavigate } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { type Transfer, transferQuery, transfersKey } from '../../../../api/queries/transfers.ts'
import { queries } from '../../../../api/call.ts'
import { t } from '../../../../messages/text.ts'

/** The answer of every action is a transfer: this one as it is now, or the refund that is linked to it. */
export function useAfterAction(transfer: Transfer, onClose: () => void) {
  const navigate = useNavigate()
  return async ({ message, data }: { message?: string | undefined; data: Transfer }) => {
    onClose()
    const isOther = data.executionId !== transfer.executionId
    queries.setQueryData(transferQuery(data.executionId).queryKey, { success: true, data })
    toast({
      tone: 'done',
      title: message ?? t('Done'),
      ...(isOther
        ? {
            action: {
              label: t('Open refund'),
              run: () => void navigate(paths.transfer(data.executionId)),
            },
          }
        : {}),
    })
    await queries.invalidateQueries({ queryKey: transfersKey })
  }
}
