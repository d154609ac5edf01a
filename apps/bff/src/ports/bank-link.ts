import type { AccountTypeRules } from '@corridor/domain'

export type LinkBank = { id: string; name: string }

/** An account as the customer's bank knows it; values by the keys of the jurisdiction's fields. */
export type LinkedAccount = {
  /** Names it within its link. */
  ref: string
  label: string
  type: AccountTypeRules['type']
  values: Record<string, string>
}

/**
 * Where customers find their own accounts: an account-information service. Its calls go outside, so
 * they are made outside any transaction.
 */
export type BankLink = {
  readonly name: string
  readonly simulated: boolean
  /** The banks of a country that can be linked; none where the service does not reach. */
  banks(countryCode: string): Promise<readonly LinkBank[]>
  /** The accounts that this customer may share; empty where the bank is not one of the country. */
  accounts(
    countryCode: string,
    bankId: string,
    customer: { entityId: string },
  ): Promise<readonly LinkedAccount[]>
}
