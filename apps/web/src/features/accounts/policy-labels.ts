import { t } from '../../messages/text.ts'

const policyLabels: Record<string, string> = {
  ORIGIN_ACCOUNT: t('Return to sender'),
  STATIC_ADDRESS: t('To a chosen account'),
  HOLD: t('Hold for review'),
}

/** Where money goes that cannot be forwarded. */
export function policyText({ strategy }: { strategy: string }): string {
  return policyLabels[strategy] ?? strategy
}
