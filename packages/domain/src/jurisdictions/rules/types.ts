import type { Field } from '@corridor/contract'

/** A rail of a country. Amounts are decimal numbers of the country's currency. */
export type RailRules = {
  rail: string
  /** From the service's point of view: IN collects, OUT pays. */
  direction: 'IN' | 'OUT' | 'BOTH'
  min: number
  max: number
  /** Local time after which an order waits for the next business day: `17:00 America/New_York`; '' where there is none. */
  cutoff: string
  settlement: 'INSTANT' | 'BATCH'
  etaMinutes: number
  /** What customers usually pay a bank for it; the service's own fee is the corridor's. */
  feeHint: string
}

export type CountryRules = {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  /** ISO 4217. */
  currency: string
  rails: readonly RailRules[]
}

/** One way to reach an account of a country. */
export type AccountTypeRules = {
  type: 'BANK' | 'MOBILE_MONEY' | 'WALLET'
  rail: string
  /** All rails that the same account can be reached by. */
  rails: string[]
  fields: Field[]
  etaMinutes: number
  feeHint: string
}

export type AccountTypeChoice = {
  /** Of the customer; `individual` where it is not given. */
  entityType?: 'individual' | 'business'
  /** `SELF` where it is not given. */
  ownership?: 'SELF' | 'THIRD_PARTY'
  /** Only ways over this rail. */
  rail?: string
  /** What is answered so far, for fields that change with it (`refreshOnChange`). */
  values?: Readonly<Record<string, string>>
}

/** Members of an account by their names in interface-specification.md 2. */
export type BankMembers = {
  accountNumber: string
  accountHolderName: string
  bankName: string
  bankAddress: string
  bankCountry: string
  bankSwiftCode: string
  bankRoutingNumber: string
  bankIban: string
  bankBic: string
  branchCode: string
  accountType: string
  additionalDetails: Record<string, unknown>
}

export type ReadAccount = {
  account: Partial<BankMembers>
  /** The same text for the same account, however it was written: the fingerprint is made of it. */
  identity: string
  /** From the directory that is shipped; '' where it does not know the code. */
  bankName: string
}

/** Answers by the keys of the fields, and the name under which each was sent. */
export type CanonicalKeys = {
  values: Record<string, string>
  /** The client's own key for a field's key; a field that was not sent has its own. */
  sentAs: (key: string) => string
}

/** One bank account form that some rails of a country share. */
export type Scheme = {
  type: 'BANK' | 'MOBILE_MONEY'
  rails: readonly string[]
  /** The answer that only this form of the country's has. */
  by: string
  fields: (choice: Required<Omit<AccountTypeChoice, 'rail'>> & { rail: string }) => Field[]
  /** Members and identity from answers that the fields accepted. */
  read: (values: Readonly<Record<string, string>>) => ReadAccount
}

export type Country = CountryRules & { schemes: readonly Scheme[] }
