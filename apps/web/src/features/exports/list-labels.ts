import type { ExportList } from '../../api/queries/exports.ts'
import { t } from '../../messages/text.ts'

/** What a file holds, as in `Export transfers`. */
export const listLabels: Record<ExportList, string> = {
  transfers: 'transfers',
  deposits: 'deposits',
  'route-deposits': t('deposits of this route'),
  'unlisted-deposits': 'unlisted deposits',
  entities: 'entities',
  kyc: 'compliance queue',
  'external-accounts': 'accounts',
  'funding-accounts': 'funding accounts',
  'payin-routes': 'pay-in routes',
  reserves: 'reserve frames',
  drawings: 'drawings',
  'replenish-quotes': 'replenish quotes',
  replenishments: 'replenishments',
  'liquidity-payments': 'payments',
  wallets: 'wallets',
  'wallet-transactions': 'transactions',
  events: 'events',
  deliveries: 'deliveries',
  approvals: 'approvals',
}
