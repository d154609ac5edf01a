import type { BankMessage } from '../../../api/queries/bank-payments.ts'
import { t } from '../../../messages/text.ts'

/** What a message of this kind is, in words. */
export function messageKind(kind: string): string {
  if (kind === 'camt.053' || kind === 'mt940' || kind === 'bai2') return t('Statement')
  return kind === 'camt.054' ? t('Notification') : t('Report of the day')
}

/** How a message came to its payment. */
export const joinedLabels: Readonly<Record<BankMessage['joined'], string>> = {
  FIRST: t('The first'),
  CERTAIN: t('Certain, by its ids'),
  PROBABLE: t('Probable, it looks the same'),
  DOUBTFUL: t('In doubt'),
  HELD: t('Waits for a decision'),
  LISTED: t('Listed in a batch'),
  BY_STATEMENT: t('By the statement'),
  DECIDED: t('Decided by a person'),
}
