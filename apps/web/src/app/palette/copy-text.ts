import { toast } from '../../ui/overlays/toast.ts'
import { t } from '../../messages/text.ts'

/** Copies and says so; false where there is nothing to copy. */
export function copyText(text: string | undefined, title: string): boolean {
  if (text === undefined) return false
  navigator.clipboard.writeText(text).then(
    () => toast({ tone: 'done', title, text }),
    () => toast({ tone: 'fail', title: t('Not copied'), text: t('The browser did not allow it.') }),
  )
  return true
}
