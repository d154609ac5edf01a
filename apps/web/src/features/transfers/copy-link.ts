import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { t } from '../../messages/text.ts'

export async function copyLink(executionId: string): Promise<void> {
  await navigator.clipboard.writeText(window.location.origin + paths.transfer(executionId))
  toast({ tone: 'done', title: t('Link copied') })
}
