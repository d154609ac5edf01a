import { createHash } from 'node:crypto'
import { payeeName } from '@corridor/banks'
import type { AccountRequirements } from '@corridor/contract'
import {
  type AccountTypeChoice,
  type AccountTypeRules,
  accountTypes,
  canonicalKeys,
  checkFields,
  type FieldIssue,
  flattenValues,
  isLatin,
  type TwoNames,
  walletAccountType,
} from '@corridor/domain'
import { proposedLatin } from '@corridor/domain/transliteration'
import type { z } from 'zod'
import { numberFaults } from '../../../outside/bank-link/number-faults.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'

export type Requirements = z.output<typeof AccountRequirements>
/** Answers by the keys of the fields, and the names under which they were sent. */
export type Answers = ReturnType<typeof canonicalKeys>
export type RulesChoice = Omit<AccountTypeChoice, 'rail' | 'values'>
type Sent = { accountHolder?: unknown; account?: unknown; wallet?: unknown }

/**
 * The answers of a body, whichever of the customary names they were sent under. An account without a
 * holder's name is the customer's `own`.
 */
export function answersOf(jurisdiction: JurisdictionRecord, sent: Sent, own?: TwoNames): Answers {
  const { accountHolder, account, wallet } = sent
  const flat = flattenValues({ accountHolder, account, wallet })
  const { values, sentAs } =
    jurisdiction.countryCode === undefined
      ? { values: flat, sentAs: (key: string) => key }
      : canonicalKeys(jurisdiction.countryCode, flat)
  const { [nameKey]: name = '', [latinKey]: latinName = '' } = values
  if (own && name === '') Object.assign(values, namesAs(own, latinName))
  return { values, sentAs }
}

const namesAs = ({ name, latinName = '' }: TwoNames, given: string) => ({
  [nameKey]: name,
  [latinKey]: given || latinName,
})

/** The ways to reach an account of a jurisdiction; none where the rail is not one of its own. */
export function typesOf(
  jurisdiction: JurisdictionRecord,
  choice: RulesChoice,
  { rail, values }: { rail?: string | undefined; values?: Answers['values'] } = {},
): AccountTypeRules[] {
  if (jurisdiction.countryCode === undefined)
    return [walletAccountType()].filter(({ rails }) => rail === undefined || rails.includes(rail))
  return accountTypes(jurisdiction.countryCode, {
    ...choice,
    ...(rail === undefined ? {} : { rail }),
    ...(values === undefined ? {} : { values }),
  })
}

export const railsOf = (types: readonly AccountTypeRules[]): string[] => [
  ...new Set(types.map(({ rail }) => rail)),
]
export const kindsOf = (types: readonly AccountTypeRules[]): string[] => [
  ...new Set(types.map(({ type }) => type)),
]

/** What is wrong with these answers to these fields, under the names the client knows. */
export function issuesOf(
  { fields }: Pick<AccountTypeRules, 'fields'>,
  { values, sentAs }: Answers,
  extent: { required: boolean },
): FieldIssue[] {
  const issues = checkFields(fields, values, extent)
  const own = fields.some(({ key }) => key.startsWith('account.')) ? bankFaults(fields, values) : []
  const added = own.filter(({ path }) => issues.every((issue) => issue.path !== path))
  return [...issues, ...added].map((issue) =>
    issue.path === latinKey && issue.code === 'FIELD_REQUIRED'
      ? { ...issue, message: latinMissing(values[nameKey] ?? '') }
      : { ...issue, path: sentAs(issue.path) },
  )
}

export const nameKey = 'accountHolder.name'
export const latinKey = 'accountHolder.latinName'
const latinText =
  'Banks take names in Latin letters: enter the name as the bank of the account spells it in them.'

function latinMissing(name: string): string {
  const proposal = proposedLatin(name)
  return proposal === '' ? latinText : `${latinText} It may be ${proposal}.`
}

/** What only tables and letters of the banks' own show, which a form on screen does not load. */
function bankFaults(fields: AccountTypeRules['fields'], values: Answers['values']): FieldIssue[] {
  const { [nameKey]: name = '', [latinKey]: latinName = '' } = values
  const written = latinName || (isLatin(name) ? name : '')
  const isForeign = written !== '' && payeeName(written) === ''
  const path = latinName === '' ? nameKey : latinKey
  const unnamed: FieldIssue = { path, code: 'FIELD_INVALID', message: latinText }
  return [...(isForeign ? [unnamed] : []), ...numberFaults(fields, values)]
}

/**
 * The way that these answers are meant for: the first that they suit, or else the one that has a
 * place for most of them and lacks the fewest. A country can have several forms of one type, such
 * as a bank's and an alias.
 */
export function nearestOf(types: readonly AccountTypeRules[], { values }: Answers) {
  const submitted = Object.keys(values).filter((key) => key.startsWith('account.'))
  const faults = types.map((rules) => {
    const issues = checkFields(rules.fields, values, { required: true })
    const missing = issues.filter(({ code }) => code === 'FIELD_REQUIRED').length
    const homeless = submitted.filter(
      (key) => !rules.fields.some((field) => field.key === key),
    ).length
    const isFit = issues.length === 0
    return { rules, weight: isFit ? 0 : homeless * 10_000 + missing * 100 + issues.length }
  })
  const least = Math.min(...faults.map(({ weight }) => weight))
  return faults.find(({ weight }) => weight === least)?.rules
}

export const unknownRail = (allowed: string[]): FieldIssue => ({
  path: 'rail',
  code: 'FIELD_INVALID',
  message: `No account here is reached by this rail; choose one of: ${allowed.join(', ')}.`,
  allowed,
})

/** Changes whenever the rules of the jurisdiction do. */
export const schemaVersionOf = (jurisdiction: JurisdictionRecord): string =>
  createHash('sha256')
    .update(JSON.stringify(typesOf(jurisdiction, {})))
    .digest('hex')
    .slice(0, 12)

type Asked = RulesChoice & {
  rail?: string | undefined
  type?: string | undefined
  /** Only rails that carry this much. */
  amount?: number | undefined
  /** What the service knows already, by key. */
  known?: Record<string, string>
}

/**
 * What an account needs after some answers. A rail or type that is not the jurisdiction's is an
 * issue like a wrong answer, and all ways are shown.
 */
export function requirementsOf(
  jurisdiction: JurisdictionRecord,
  { rail, type, amount, known = {}, ...choice }: Asked,
  answers: Answers,
): Requirements & { issues: FieldIssue[] } {
  const { values } = answers
  const all = typesOf(jurisdiction, choice, { values })
  const issues: FieldIssue[] = []
  const hasRail = rail === undefined || railsOf(all).includes(rail)
  if (!hasRail) issues.push(unknownRail(railsOf(all)))
  const onRail = hasRail && rail ? typesOf(jurisdiction, choice, { rail, values }) : all
  const allowed = kindsOf(onRail)
  const hasType = type === undefined || allowed.includes(type)
  if (!hasType)
    issues.push({
      path: 'type',
      code: 'FIELD_INVALID',
      message: `Accounts here are of the type ${allowed.join(' or ')}.`,
      allowed,
    })
  const types = onRail.filter((item) => !hasType || type === undefined || item.type === type)
  const nearest = nearestOf(types, answers)
  if (nearest) issues.push(...issuesOf(nearest, answers, { required: false }))
  return {
    jurisdictionId: jurisdiction.id,
    schemaVersion: schemaVersionOf(jurisdiction),
    types: types
      .filter((kind) => amount === undefined || carries(jurisdiction, kind, amount))
      .map(({ rails: _all, fields, ...rest }) => ({
        ...rest,
        fields: stillAsked(fields, values).map((field) => {
          const value = known[field.key]
          return value === undefined ? field : { ...field, value }
        }),
      })),
    issues,
  }
}

/** Without the fields that an answer has ruled out; those that wait for an answer are there. */
function stillAsked(fields: AccountTypeRules['fields'], values: Answers['values']) {
  const isOut = ({ dependsOn }: (typeof fields)[number]): boolean =>
    dependsOn.some(({ key, equals }) => {
      const decisive = fields.find((field) => field.key === key)
      return (values[key] || equals) !== equals || (decisive !== undefined && isOut(decisive))
    })
  return fields.filter((field) => !isOut(field))
}

/** Whether the rail takes an amount of the jurisdiction's currency. */
const carries = (jurisdiction: JurisdictionRecord, { rail }: AccountTypeRules, amount: number) =>
  jurisdiction.rails.some((item) => item.rail === rail && amount >= item.min && amount <= item.max)
