import type { CanonicalKeys } from './rules/types.ts'

type Aliases = Readonly<Record<string, readonly string[]>>

/** Other customary names of a member, of the account or of its details; what comes first wins. */
const everywhere: Aliases = {
  iban: ['bankIban', 'IBAN'],
  bic: ['bankBic', 'bankSwiftCode', 'swiftCode', 'swift', 'bicCode'],
  bankRoutingNumber: ['routingNumber', 'bankCode'],
  branchCode: ['branch', 'branchNumber'],
  accountType: ['type'],
}

const iban: Aliases = { iban: ['accountNumber'] }

const byCountry: Readonly<Record<string, Aliases>> = {
  US: { bankRoutingNumber: ['abaRoutingNumber', 'aba', 'achRoutingNumber'] },
  DE: iban,
  FR: iban,
  ES: iban,
  IT: iban,
  NL: iban,
  AE: iban,
  KW: iban,
  GB: { bankRoutingNumber: ['sortCode', 'branchCode'] },
  MX: { accountNumber: ['clabe', 'CLABE'] },
  IN: { bankRoutingNumber: ['ifsc', 'ifscCode', 'branchCode'] },
  BR: {
    'additionalDetails.pixKey': ['pixKey'],
    'additionalDetails.pixKeyType': ['pixKeyType'],
    'additionalDetails.holderCpf': ['cpf', 'holderCpf'],
    'additionalDetails.holderCnpj': ['cnpj', 'holderCnpj'],
    branchCode: ['agencia'],
    accountNumber: ['conta'],
  },
  NG: { accountNumber: ['nuban'] },
  KE: { accountNumber: ['phoneNumber', 'mobileNumber', 'msisdn'] },
  CA: { bankRoutingNumber: ['institutionNumber'], branchCode: ['transitNumber'] },
  AU: { bankRoutingNumber: ['bsb', 'bsbCode', 'branchCode'] },
  JP: { bankRoutingNumber: ['zenginBankCode'], branchCode: ['zenginBranchCode'] },
}

/** Bank and branch as banks write them in one number, where the form asks for two. */
const joined: Readonly<Record<string, readonly RegExp[]>> = {
  CA: [/^(?<branch>\d{5})[- ]?(?<bank>\d{3})$/u, /^0(?<bank>\d{3})(?<branch>\d{5})$/u],
  BR: [/^(?<bank>\d{3})[- ]?(?<branch>\d{4})$/u],
  KE: [/^(?<bank>\d{2})[- ]?(?<branch>\d{3})$/u],
  JP: [/^(?<bank>\d{4})[- ]?(?<branch>\d{3})$/u],
}

/** Answers that are values of a list; customers of ours write them in any case. */
const caseRules: Readonly<Record<string, (text: string) => string>> = {
  'account.accountType': (text) => text.toUpperCase(),
  'account.additionalDetails.pixKeyType': (text) => text.toUpperCase(),
  'account.additionalDetails.payNowType': (text) => text.toUpperCase(),
  'accountHolder.type': (text) => text.toLowerCase(),
}

/**
 * Answers by the fields' own keys, whatever customary names they were sent under. A member that was
 * sent under its own name stays; `sentAs` gives the name to use in the path of an error.
 */
export function canonicalKeys(
  countryCode: string,
  values: Readonly<Record<string, string>>,
): CanonicalKeys {
  const canonical = { ...values }
  const sent = new Map<string, string>()
  const take = (key: string, alias: string): void => {
    const text = canonical[alias]
    if (text === undefined || text === '' || (canonical[key] ?? '') !== '') return
    canonical[key] = text
    delete canonical[alias]
    sent.set(key, alias)
  }
  for (const aliases of [byCountry[countryCode] ?? {}, everywhere]) {
    for (const [member, names] of Object.entries(aliases)) {
      for (const name of names)
        for (const place of ['account', 'account.additionalDetails'])
          take(`account.${member}`, `${place}.${name}`)
    }
  }
  take('accountHolder.name', 'account.accountHolderName')
  const [bankKey, branchKey] = ['account.bankRoutingNumber', 'account.branchCode'] as const
  const parts = (joined[countryCode] ?? [])
    .map((form) => form.exec(canonical[bankKey] ?? '')?.groups)
    .find((groups) => groups !== undefined)
  if (parts && (canonical[branchKey] ?? '') === '') {
    canonical[bankKey] = parts['bank'] ?? ''
    canonical[branchKey] = parts['branch'] ?? ''
    sent.set(branchKey, sent.get(bankKey) ?? bankKey)
  }
  for (const [key, write] of Object.entries(caseRules)) {
    const text = canonical[key]
    if (text !== undefined) canonical[key] = write(text)
  }
  return { values: canonical, sentAs: (key) => sent.get(key) ?? key }
}
