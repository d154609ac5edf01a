import { codeLabel } from '../../../../messages/service.ts'
import { routeReason } from '../../../../features/payin-routes/labels.ts'
import type { PayinRoute, RouteChange } from '../../../../api/queries/payin-routes.ts'
import { t } from '../../../../messages/text.ts'

/** `Ada Lovelace, ••••7788`. */
export const holderAndNumber = (account: PayinRoute['destinationAccount']): string =>
  [account.holderName, account.numberMasked].filter(Boolean).join(', ')

/** What was done, as a short label. */
export function changeLabel({ kind, routeStatus }: RouteChange): string {
  if (kind === 'created') return t('Route created')
  if (kind === 'destination') return t('Destination changed')
  if (kind === 'status') return routeStatus === 'active' ? t('Switched on') : t('Switched off')
  return codeLabel(kind)
}

/** Why, if there is a reason: the service's own have labels, a person's stand as they were written. */
export function changeReason({ reason, kind }: Pick<RouteChange, 'reason' | 'kind'>): string {
  return kind === 'status' ? routeReason(reason) : reason
}
