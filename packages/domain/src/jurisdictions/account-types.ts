import type { Field } from '@corridor/contract'
import { applicableFields } from '../fields/applicable.ts'
import { normalText } from '../fields/check.ts'
import { zoneOfRail } from '../zones/zones.ts'
import { countryOf, countryRules } from './countries.ts'
import { field } from './rules/form.ts'
import type { AccountTypeChoice, AccountTypeRules, Scheme } from './rules/types.ts'

type Values = Readonly<Record<string, string>>

/**
 * The ways to reach an account of the country, one for each rail, the usual first; none for an
 * unknown country or rail.
 */
export function accountTypes(countryCode: string, choice: AccountTypeChoice = {}) {
  const country = countryOf(countryCode)
  if (!country) return []
  return country.schemes.flatMap((scheme) =>
    country.rails
      .filter(({ rail }) => scheme.rails.includes(rail))
      .filter(({ rail }) => choice.rail === undefined || choice.rail === rail)
      .map(({ rail, etaMinutes, feeHint }) => ({
        type: scheme.type,
        rail,
        rails: [...scheme.rails],
        fields: fieldsOf(scheme, { ...choice, rail }),
        etaMinutes,
        feeHint,
      })),
  )
}

const fieldsOf = (scheme: Scheme, choice: AccountTypeChoice & { rail: string }): Field[] =>
  scheme
    .fields({ entityType: 'individual', ownership: 'SELF', values: {}, ...choice })
    .map(exampleFirst)

/** The usual choice comes first, and it is the one that the examples of other fields go with. */
const exampleFirst = (item: Field): Field => {
  const [usual, others] = [true, false].map((isUsual) =>
    item.options.filter(({ value }) => (value === item.example) === isUsual),
  )
  return { ...item, options: [...(usual ?? []), ...(others ?? [])] }
}

/** A wallet on a chain; which chain and token is its jurisdiction's to say. */
export function walletAccountType(): AccountTypeRules {
  return {
    type: 'WALLET',
    rail: 'BLOCKCHAIN',
    rails: ['BLOCKCHAIN'],
    fields: [
      field({
        key: 'wallet.walletAddress',
        label: 'Wallet address',
        validation: 'evm',
        minLength: 42,
        maxLength: 42,
        pattern: '^0x[0-9a-fA-F]{40}$',
        example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        helpText: 'Money that goes to a wrong address cannot come back.',
      }),
      field({
        key: 'wallet.provider',
        label: 'Wallet provider',
        required: false,
        maxLength: 100,
        example: '',
        helpText: 'Empty where its owner keeps it.',
      }),
    ],
    etaMinutes: 1,
    feeHint: 'The network asks for a fee in its own coin',
  }
}

/** What the fields ask for, as it is stored: without grouping spaces; other answers are left out. */
export function normalValues(fields: readonly Field[], values: Values): Record<string, string> {
  return Object.fromEntries(
    applicableFields(fields, values).flatMap((item) => {
      const text = values[item.key]?.trim() ?? ''
      return text === '' ? [] : [[item.key, normalText(item, text)]]
    }),
  )
}

/**
 * The account that answers by the fields' own keys describe, after `checkFields` accepted them.
 * `number` is the same for one number, wherever in a zone it was added.
 * @throws Error for a country or type that has no such accounts
 */
export function readAccount(countryCode: string, type: AccountTypeRules['type'], values: Values) {
  if (type === 'WALLET') {
    const address = values['wallet.walletAddress']?.toLowerCase() ?? ''
    const identity = `WALLET:${address}`
    return { account: {}, identity, number: { country: '', identity }, bankName: '' }
  }
  const schemes = countryOf(countryCode)?.schemes.filter((scheme) => scheme.type === type) ?? []
  const scheme = schemes.find(({ by }) => (values[by] ?? '') !== '') ?? schemes[0]
  if (!scheme) throw new Error(`${countryCode} has no accounts of the type ${type}`)
  const [rail = ''] = scheme.rails
  const ownership = values['accountHolder.type'] ? 'THIRD_PARTY' : 'SELF'
  const entityType = values['account.additionalDetails.holderCnpj'] ? 'business' : 'individual'
  const fields = fieldsOf(scheme, { rail, ownership, entityType, values })
  const { account, identity, bankName } = scheme.read(normalValues(fields, values))
  const ofType = `${type}:${identity}`
  const home = homeOf(scheme, countryCode, account.bankCountry ?? '')
  return {
    account,
    identity: `${countryCode}:${ofType}`,
    number: { country: home, identity: `${home}:${ofType}` },
    bankName,
  }
}

/**
 * The country that an account counts for, wherever in a zone it was added: its own where the service
 * lists it, else the first of the zone.
 */
function homeOf(scheme: Scheme, added: string, own: string): string {
  const zone = zoneOfRail(scheme.rails[0] ?? '')
  if (!zone) return added
  const listed = countryRules.filter(({ rails }) =>
    rails.some(({ rail }) => zone.rails.includes(rail)),
  )
  return (listed.find(({ code }) => code === own) ?? listed[0])?.code ?? added
}
