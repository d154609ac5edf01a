import { entityAccounts } from './accounts/entity-accounts.ts'
import { externalAccounts } from './accounts/external-accounts.ts'
import { accountProofs } from './accounts/proofs.ts'
import { fundingAccounts } from './accounts/funding-accounts.ts'
import { jurisdictions } from './accounts/jurisdictions.ts'
import { payeeChecks } from './accounts/payee-checks.ts'

/** Accounts outside and inside the service, and the countries and chains they belong to. */
export const accounts = {
  ...externalAccounts,
  ...accountProofs,
  ...payeeChecks,
  ...fundingAccounts,
  ...jurisdictions,
  ...entityAccounts,
}
