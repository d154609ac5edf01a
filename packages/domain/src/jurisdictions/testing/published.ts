import { americanAccounts } from './published-americas.ts'
import { ibanAccounts } from './published-ibans.ts'
import { otherAccounts } from './published-others.ts'

/**
 * Accounts from published examples as data, for every place that accepts or refuses accounts: the
 * domain, the API and the form. Each row says whose example it is; for the Philippines none was
 * found. Keys are those of the fields, dotted.
 */

export type PublishedRefusal = {
  why: string
  /** What differs from the valid account. */
  change: Readonly<Record<string, string>>
  /** The field that is refused. */
  path: string
  /** A part of what the person reads. */
  says: string
}

export type PublishedAccount = {
  country: string
  type: 'BANK' | 'MOBILE_MONEY'
  rail: string
  /** Who published the valid one. */
  source: string
  values: Readonly<Record<string, string>>
  /** Name of the bank where the shipped directory has it. */
  bankName: string
  refused: readonly PublishedRefusal[]
}

export const publishedAccounts: readonly PublishedAccount[] = [
  ...ibanAccounts,
  ...americanAccounts,
  ...otherAccounts,
]

/** EIP-55: examples of its text, and one of them with a letter in the other case. */
export const publishedAddresses = {
  valid: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ],
  refused: [
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    '0x0000000000000000000000000000000000000000',
  ],
}
