import { isApiError } from '../../api/errors.ts'
import { t } from '../../messages/text.ts'

/** Who can raise a limit, by who has set it. */
export const raisers = {
  service: t('Corridor can raise this limit.'),
  jurisdiction: t('Corridor sets this limit for the jurisdiction.'),
  customer: t('The customer’s verification level sets this limit; Corridor can raise it.'),
  policy: t('An Owner or Admin can change this rule of your policy.'),
}

const limitCodes = new Set(['LIMIT_TXN', 'LIMIT_DAILY', 'CREDIT_LIMIT_EXCEEDED'])

/** Who can raise the limit that refused something; '' where no limit did. */
export function whoRaises(error: unknown): string {
  if (!isApiError(error)) return ''
  const { code, details } = error
  if (limitCodes.has(code)) {
    const [first] = details as readonly { limit?: unknown }[]
    const isCustomers = String(first?.limit).startsWith('CUSTOMER_')
    return isCustomers ? raisers.customer : raisers.service
  }
  // Rules of the workspace name no field; those of wallets and sanctions lists do.
  const isPolicy = code === 'POLICY_BLOCKED' && details.length > 0
  return isPolicy && details.every(({ path }) => path === '') ? raisers.policy : ''
}
