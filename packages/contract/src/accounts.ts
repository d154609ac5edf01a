import { entityAccounts } from './entity-accounts.ts'
import { externalAccounts } from './external-accounts.ts'
import { fundingAccounts } from './funding-accounts.ts'
import { jurisdictions } from './jurisdictions.ts'

/** Accounts outside and inside the service, and the countries and chains they belong to. */
export const accounts = {
  ...externalAccounts,
  ...fundingAccounts,
  ...jurisdictions,
  ...entityAccounts,
}
