import type { ExportList } from '../../api/queries/exports.ts'
import { t } from '../../messages/text.ts'

/** What a file holds, as in `Export transfers`. */
export const listLabels: Record<ExportList, string> = {
  transfers: t('transfers'),
  deposits: t('deposits'),
  'route-deposits': t('deposits of this route'),
  'unlisted-deposits': t('unlisted deposits'),
  entities: t('entities'),
  kyc: t('compliance queue'),
  'external-accounts': t('accounts'),
  'funding-accounts': t('funding accounts'),
  'payin-routes': t('pay-in routes'),
  reserves: t('reserve frames'),
  drawings: t('drawings'),
  'replenish-quotes': t('replenish quotes'),
  replenishments: t('replenishments'),
  'liquidity-payments': t('payments'),
  wallets: t('wallets'),
  'wallet-transactions': t('transactions'),
  events: t('events'),
  deliveries: t('deliveries'),
  approvals: t('approvals'),
  audit: t('audit log'),
}
