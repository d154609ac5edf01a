import type { accounts, AnswerOf } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** What the bank of an account answered about a name, as any record shows it. */
export type PayeeCheck = Pick<
  AnswerOf<typeof accounts.checkExternal>['data'],
  'outcome' | 'askedName' | 'bankName' | 'scheme' | 'reference'
> & { checkedAt?: string | undefined; release?: string | undefined }

const outcomes: Record<PayeeCheck['outcome'], string> = {
  MATCH: t('The bank has this name'),
  CLOSE_MATCH: t('The bank has a similar name'),
  NO_MATCH: t('The bank has another name'),
  NOT_POSSIBLE: t('The bank could not be asked'),
}

const releases: Record<string, string> = {
  POLICY: t('paid by your policy'),
  REVIEW: t('paid by a decision'),
}

/** The outcome with the bank's name, and what let the payment leave. */
export function payeeCheckText({ outcome, bankName, release, scheme }: PayeeCheck): string {
  if (release === 'ORIGIN' || scheme === 'ORIGIN') return t('Goes back to where it came from')
  if (release === 'BEFORE_CHECKS') return t('Not asked')
  const found = bankName === '' ? outcomes[outcome] : `${outcomes[outcome]}: ${bankName}`
  const why = release === undefined ? undefined : releases[release]
  return why === undefined ? found : `${found} (${why})`
}
