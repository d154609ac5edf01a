import { toast } from '../../ui/overlays/toast.ts'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** Says that an answer was taken, and reads again what it was about. */
export function useAnswered(queryKey: readonly string[]): (message?: string) => Promise<void> {
  return async (message = t('Answer received.')) => {
    toast({ tone: 'done', title: message })
    await queries.invalidateQueries({ queryKey })
  }
}
