import type { OperatorAccount } from './operator-accounts.ts'
import { zoneOfCountry } from './zones.ts'

/** How the bank of an account writes, as far as its files do not say it; what is absent is as usual. */
export type BankHabits = {
  /** IANA time zone of its days, and of its times without an offset; usually the country's. */
  zone?: string
  /** Of its text files (MT940, BAI2); usually UTF-8, and Windows-1252 where a line is not that. */
  encoding?: string
  /** Whether it reports payments before charges that it does not list. */
  hasGrossDetails?: boolean
}

type Of = Pick<OperatorAccount, 'countryCode' | 'currency' | 'accountNumber'>
export type HabitsOf = (account: Of) => BankHabits | undefined

/** The zone in which the bank of an account means its days and times. */
export const zoneOf = (account: Of, habitsOf?: HabitsOf): string =>
  habitsOf?.(account)?.zone ?? zoneOfCountry(account.countryCode)
