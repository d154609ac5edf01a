export { accountTypes, normalValues, readAccount, walletAccountType } from './account-types.ts'
export { countryRules } from './countries.ts'
export { canonicalKeys } from './keys.ts'
export type {
  AccountTypeChoice,
  AccountTypeRules,
  CanonicalKeys,
  CountryRules,
  RailRules,
  ReadAccount,
} from './rules/types.ts'
