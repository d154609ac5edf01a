import { codeText } from '../../../messages/service.ts'
import { externalAccountLifecycle } from '@corridor/domain'
import { t } from '../../../messages/text.ts'

export type AccountChange = 'enable' | 'disable' | 'delete'

/** Why an external account's state does not allow something, or undefined; the same table as the service's. */
export function blockedReason(status: string, action: AccountChange): string | undefined {
  const allowed: readonly string[] = externalAccountLifecycle.statesFor(action)
  return allowed.includes(status)
    ? undefined
    : t('Not possible while it is {state}', { state: codeText(status) })
}
