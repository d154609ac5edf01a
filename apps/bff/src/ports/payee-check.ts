import type { PayeeOutcome } from '@corridor/domain'

/** Whose account is asked about. */
export type PayeeQuestion = {
  /** On whose behalf it is asked; UUID of the partner. */
  partnerId: string
  /** ISO 3166 alpha-2 of the account. */
  countryCode: string
  /** Account members as in the specification's bank account, e.g. `bankIban`; whole numbers. */
  account: Readonly<Record<string, unknown>>
  /** Who is meant to be paid. */
  name: string
}

/**
 * What the payee's bank answers (Verification of Payee in the euro area, Confirmation of Payee in the
 * United Kingdom, and the like). `name` is the holder as the bank has it; '' where it says none,
 * as it does of another name.
 */
export type PayeeAnswer = {
  outcome: PayeeOutcome
  name: string
  /** The scheme that answered, and its reference; '' where none did. */
  scheme: string
  reference: string
}

/** Asks the bank of a payee whether an account is in a name. Calls are safe to repeat. */
export type PayeeCheck = {
  readonly name: string
  readonly simulated: boolean
  /** @throws never: a bank that does not answer in time is NOT_POSSIBLE */
  check(question: PayeeQuestion): Promise<PayeeAnswer>
}
