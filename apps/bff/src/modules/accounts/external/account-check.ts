import {
  type AccountTypeRules,
  bicNote,
  addressParts,
  fail,
  type FieldIssue,
  ok,
  readAccount,
  customerNames,
  keptLatin,
  type TwoNames,
} from '@corridor/domain'
import { toChecksumAddress } from '@corridor/signing/evm'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import {
  type Answers,
  answersOf,
  issuesOf,
  kindsOf,
  latinKey,
  nameKey,
  nearestOf,
  railsOf,
  typesOf,
  unknownRail,
} from '../requirements/account-rules.ts'
import { foreignLatin } from '../../screening/latin-name.ts'
import type { BankMembers } from './secrets.ts'
import { emptyBankAccount } from './view.ts'
import { isTokenItself, tokenText } from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

export type CheckFailure = Failure<'ACCOUNT_TYPE_NOT_ALLOWED' | 'FIELD_INVALID' | 'FIELD_REQUIRED'>
export type AccountInput = {
  type: string
  rail?: string | undefined
  ownership: 'SELF' | 'THIRD_PARTY'
  accountHolder?: unknown
  account?: unknown
  wallet?: unknown
}
export type Holder = {
  name: string
  /** In Latin letters, where the name is in another script. */
  latinName?: string
  type: string
  address: Record<string, string>
}
type Wallet = {
  walletAddress: string
  networkName: string
  chainId: string
  tokenAddress: string
  /** Who keeps it, where that was stated. */
  provider?: string
}
/** An account that every rule of its jurisdiction accepts. */
export type CheckedAccount = {
  rules: AccountTypeRules
  rails: string[]
  holder: Holder
  account: BankMembers
  wallet: Wallet | null
  /** The same text for the same account. */
  identity: string
  /** The same for one number, and where it counts, wherever in a zone it was added. */
  number: { country: string; identity: string }
  bankName: string
  /** Worth knowing, and no reason to refuse it; '' where there is nothing. */
  note: string
  /** Sent, but not asked for: ignored and never stored. */
  ignored: string[]
}

/** Whose an account is to be, as far as its form depends on that. */
export type Owner = Pick<EntityRow, 'type'> & Parameters<typeof customerNames>[0]

/** An account that is only asked about is nobody's yet. */
export const nobody = (isBusiness: boolean): Owner => ({
  type: isBusiness ? 'business' : 'individual',
  first_name: '',
  last_name: '',
  business_name: '',
  latin_name: '',
})

/** Checks an account against its jurisdiction's rules; everything that is wrong with it at once. */
export function checkAccount(
  of: { entity: Owner; jurisdiction: JurisdictionRecord },
  input: AccountInput,
) {
  const { entity, jurisdiction } = of
  const choice = { entityType: entity.type, ownership: input.ownership }
  const isOwn = input.ownership === 'SELF'
  const own = isOwn ? customerNames(entity) : undefined
  const answers = answersOf(jurisdiction, input, own)
  const { values } = answers
  const types = typesOf(jurisdiction, choice, { values })
  const ofType = types.filter(({ type }) => type === input.type)
  if (ofType.length === 0) return notAllowed(kindsOf(types))

  const hasRail = input.rail === undefined || railsOf(ofType).includes(input.rail)
  const onRail = (rail: string | undefined) =>
    typesOf(jurisdiction, choice, { rail, values }).filter(({ type }) => type === input.type)
  const rules = nearestOf(hasRail ? onRail(input.rail) : ofType, answers)
  if (!rules) return notAllowed(kindsOf(types))
  const issues = [
    ...(hasRail ? [] : [unknownRail(railsOf(ofType))]),
    ...issuesOf(rules, answers, { required: true }),
    ...latinFaults(answers, own),
    ...tokenFaults(jurisdiction, answers),
  ]
  if (issues.length > 0) return refuse(issues)

  const suits = (rail: string) =>
    onRail(rail).some((there) => issuesOf(there, answers, { required: true }).length === 0)
  return ok({
    rules,
    rails: [rules.rail, ...rules.rails.filter((rail) => rail !== rules.rail && suits(rail))],
    ...read(of, rules, { ...answers, isOwn }),
    ignored: ignoredOf(rules, answers),
  })
}

function read(
  { entity, jurisdiction }: { entity: Owner; jurisdiction: JurisdictionRecord },
  { type, fields }: AccountTypeRules,
  { values, isOwn }: Pick<Answers, 'values'> & { isOwn: boolean },
): Omit<CheckedAccount, 'rules' | 'rails' | 'ignored'> {
  const { [nameKey]: name = '', [latinKey]: sentLatin = '' } = values
  const latinName = keptLatin(name, sentLatin)
  const holder = {
    name,
    ...(latinName === '' ? {} : { latinName }),
    type: values['accountHolder.type'] || (isOwn ? entity.type : ''),
    address: addressOf(values),
  }
  if (jurisdiction.countryCode === undefined) {
    const wallet = walletOf(jurisdiction, values)
    const identity = wallet.walletAddress.toLowerCase()
    const number = { country: '', identity }
    return { holder, account: emptyBankAccount, wallet, identity, number, bankName: '', note: '' }
  }
  // What another form of the country asks for was not checked, so it says nothing about the account.
  const asked = new Set(fields.map(({ key }) => key))
  const checked = Object.fromEntries(Object.entries(values).filter(([key]) => asked.has(key)))
  const { account, bankName, ...named } = readAccount(jurisdiction.countryCode, type, checked)
  const members = { accountHolderName: holder.name, bankName }
  return {
    holder,
    account: { ...emptyBankAccount, ...members, ...account },
    wallet: null,
    ...named,
    bankName,
    note: bicNote(account.bankBic ?? '', account.bankIban ?? ''),
  }
}

const walletOf = (
  jurisdiction: JurisdictionRecord,
  { 'wallet.walletAddress': address = '', 'wallet.provider': provider = '' }: Answers['values'],
): Wallet => ({
  walletAddress: toChecksumAddress(address.toLowerCase()),
  networkName: jurisdiction.networkName ?? '',
  chainId: jurisdiction.chainId ?? '',
  tokenAddress: jurisdiction.tokenAddress ?? '',
  ...(provider === '' ? {} : { provider }),
})

/** A Latin name that is another's; the customer's own was looked at when it was given. */
function latinFaults({ values, sentAs }: Answers, own: TwoNames | undefined): FieldIssue[] {
  const { [nameKey]: name = '', [latinKey]: latinName = '' } = values
  const fault = latinName === own?.latinName ? undefined : foreignLatin({ name, latinName })
  if (fault === undefined) return []
  return [{ path: sentAs(latinKey), code: 'FIELD_INVALID', message: fault }]
}

/** What no form knows: the address of the jurisdiction's own token. */
function tokenFaults(jurisdiction: JurisdictionRecord, { values, sentAs }: Answers): FieldIssue[] {
  if (jurisdiction.countryCode !== undefined) return []
  const path = sentAs('wallet.walletAddress')
  const isToken = isTokenItself(jurisdiction, values['wallet.walletAddress'] ?? '')
  return isToken ? [{ path, code: 'FIELD_INVALID', message: tokenText }] : []
}

const holderKeys = new Set([
  nameKey,
  latinKey,
  'accountHolder.type',
  ...addressParts.map(({ part }) => `accountHolder.address.${part}`),
])

const addressOf = (values: Answers['values']): Record<string, string> =>
  Object.fromEntries(
    addressParts.flatMap(({ part }) => {
      const text = values[`accountHolder.address.${part}`] ?? ''
      return text === '' ? [] : [[part, text]]
    }),
  )

function ignoredOf({ fields }: AccountTypeRules, { values, sentAs }: Answers): string[] {
  const known = new Set(fields.map(({ key }) => key))
  return Object.keys(values)
    .filter((key) => !known.has(key) && !holderKeys.has(key))
    .map(sentAs)
}

const notAllowed = (allowed: string[]) =>
  fail({
    code: 'ACCOUNT_TYPE_NOT_ALLOWED' as const,
    details: [
      detail('type', 'ACCOUNT_TYPE_NOT_ALLOWED', 'The jurisdiction has no such accounts.', {
        allowed,
      }),
    ],
  })

export function refuse(issues: readonly FieldIssue[]): { ok: false; failure: CheckFailure } {
  const details = issues.map(({ path, code, message, allowed }) =>
    detail(path, code, message, allowed === undefined ? {} : { allowed }),
  )
  return fail({ code: issues[0]?.code ?? 'FIELD_INVALID', details })
}
