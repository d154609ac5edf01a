/** What a bank is asked for when a customer gets an account of its own (operations.md, part 4). */
export type AccountRequest = {
  /** The caller's own name for the account: asked again under it, the bank gives the same one. */
  reference: string
  /** ISO 3166 code of the country that the account lies in. */
  countryCode: string
  currency: string
  /** The customer in whose name deposits arrive. */
  holderName: string
}

/** The account as a payer needs it; what a scheme has no word for is ''. */
export type BankAccountDetails = {
  currency: string
  bankName: string
  bankAddress: string
  routingNumber: string
  accountNumber: string
  rail: string
}

export type BankFailure = 'BANK_UNAVAILABLE' | 'COUNTRY_NOT_SERVED'

/** A bank that holds accounts for the service's customers. Calls are safe to repeat. */
export type BankAdapter = {
  readonly name: string
  /** Simulated adapters are refused in live. */
  readonly simulated: boolean
  openAccount(
    request: AccountRequest,
  ): Promise<{ ok: true; value: BankAccountDetails } | { ok: false; failure: BankFailure }>
}
