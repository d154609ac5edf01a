import { ibanBank } from './bank-names.ts'
import type { BankMembers, ReadAccount } from './types.ts'

type Values = Readonly<Record<string, string>>

/** `sort code` for `account.bankRoutingNumber`: text of an answer or ''. */
export const answer = (values: Values, member: string): string => values[`account.${member}`] ?? ''

/** An account that is its IBAN; the BIC says nothing more about it. */
export function readIban(values: Values): ReadAccount {
  const iban = answer(values, 'iban')
  const bic = answer(values, 'bic')
  const bankCountry = iban.slice(0, 2)
  return {
    account: { bankIban: iban, bankBic: bic, bankSwiftCode: bic, bankCountry },
    identity: iban,
    bankName: ibanBank(iban),
  }
}

type Numbered = {
  country: string
  /** Members that name the account, most general first; the others only describe it. */
  by: readonly (keyof BankMembers)[]
  nameOf?: (values: Values) => string
}

/** An account that several members name together. */
export const readNumbered =
  ({ country, by, nameOf = () => '' }: Numbered) =>
  (values: Values): ReadAccount => {
    const members = ['accountNumber', 'bankRoutingNumber', 'branchCode', 'accountType'] as const
    const account: Partial<BankMembers> = { bankCountry: country }
    for (const member of members) {
      const text = answer(values, member)
      if (text !== '') account[member] = text
    }
    const bic = answer(values, 'bic')
    if (bic !== '') Object.assign(account, { bankBic: bic, bankSwiftCode: bic })
    const additionalDetails = detailsOf(values)
    if (Object.keys(additionalDetails).length > 0) account.additionalDetails = additionalDetails
    // The last three characters of a BIC name a branch, and may be left out.
    const identity = by.map((member) =>
      member === 'bankBic' ? bic.slice(0, 8) : answer(values, member),
    )
    return { account, identity: identity.join('/'), bankName: nameOf(values) }
  }

/** What has no member of its own in the specification. */
export function detailsOf(values: Values): Record<string, string> {
  const prefix = 'account.additionalDetails.'
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, text]) =>
      key.startsWith(prefix) && text !== '' ? [[key.slice(prefix.length), text]] : [],
    ),
  )
}
