import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { entities } from './entities.ts'
import { exports } from './exports.ts'
import { figures } from './transfers/figures.ts'
import { keys } from './keys.ts'
import { kyc } from './kyc.ts'
import { liquidity } from './liquidity.ts'
import { notes } from './notes.ts'
import { partners } from './partners.ts'
import { payinRoutes } from './payin-routes.ts'
import { sandbox } from './sandbox.ts'
import { search } from './search.ts'
import { transfers } from './transfers.ts'
import { wallets } from './wallets.ts'
import { webhooks } from './webhooks.ts'

/** Every operation of the partner API, by module. Mount, document, client and tests start here. */
export const operations = {
  entities,
  kyc,
  accounts,
  transfers,
  figures,
  payinRoutes,
  liquidity,
  wallets,
  webhooks,
  partners,
  keys,
  approvals,
  audit,
  notes,
  exports,
  search,
  sandbox,
}
export type Operations = typeof operations
