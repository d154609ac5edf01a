import { codeLabel } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

const waiting: Record<string, string> = {
  partner: t('You'),
  customer: t('The customer'),
  service: t('Corridor review'),
}

/** Who has to act next; nobody when the verification is at its end. */
export function waitingText(waitingOn: string | null): string {
  if (waitingOn === null) return t('None')
  return waiting[waitingOn] ?? codeLabel(waitingOn)
}
