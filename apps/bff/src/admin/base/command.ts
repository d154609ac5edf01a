import type { Scope } from '@corridor/contract'
import { parseId, partnerScopes, type Role, scopesOfRole } from '@corridor/domain'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import type { Site } from './site.ts'

/** Options as they were written, by name; a switch that is set is `'yes'`. */
export type Options = Readonly<Record<string, string>>

type Described<S = z.ZodRawShape> = {
  /** One line for the list of commands. */
  summary: string
  /** Options by name; each reads its value. */
  options: S
}
/** What a command does on the instance's database, or beside it where none may run. */
export type Command = Described &
  (
    | { onSite: (site: Site, options: Options) => Promise<unknown> }
    | { onConfig: (config: Config, options: Options) => Promise<unknown> }
  )
type Work<S extends z.ZodRawShape, Place> = Described<S> & {
  run: (place: Place, options: z.output<z.ZodObject<S>>) => Promise<unknown>
}

/** A command on the database of the instance. */
export const onSite = <S extends z.ZodRawShape>({ run, ...given }: Work<S, Site>) => ({
  ...given,
  onSite: async (site: Site, options: Options) => run(site, valuesOf(given.options, options)),
})

/** A command that opens for itself what it needs. */
export const onConfig = <S extends z.ZodRawShape>({ run, ...given }: Work<S, Config>) => ({
  ...given,
  onConfig: async (config: Config, options: Options) =>
    run(config, valuesOf(given.options, options)),
})

/** The values of options, as each option reads its own. @throws Misuse, Refused */
export function valuesOf<S extends z.ZodRawShape>(shape: S, options: Options) {
  for (const [name, option] of Object.entries(shape))
    if (isRequired(option)) needed(name, options[name]?.trim())
  const read = z.object(shape).safeParse(options)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Misuse(`--${issue?.path.join()}: ${issue?.message}`)
}

export const isRequired = (option: z.core.$ZodType) => !z.safeParse(option, undefined).success

type Facts = {
  /** How the value is written, e.g. `<ISO time>`; none for a switch. */
  value?: string
  /** May be written without its name. */
  isBare?: true
  meaning: string
}
const facts = z.registry<Facts>()

/** What the usage says of an option, whatever was made of its value. */
export function factsOf(option: z.core.$ZodType): Facts {
  const definition: object = option._zod.def
  const { innerType, in: input } = definition as {
    innerType?: z.core.$ZodType
    in?: z.core.$ZodType
  }
  const from = innerType ?? input
  return facts.get(option) ?? (from ? factsOf(from) : { meaning: '' })
}

export const textOption = (value: string, meaning: string, more: { isBare?: true } = {}) =>
  z
    .string()
    .trim()
    .register(facts, { value, meaning, ...more })

export const flag = (meaning: string) =>
  z
    .literal('yes')
    .register(facts, { meaning })
    .optional()
    .transform((value) => value !== undefined)

export const choice = <const N extends readonly string[]>(names: N, meaning: string) =>
  z
    .enum(names, {
      error: `${names.length > 2 ? `one of ${names.join(', ')}` : names.join(' or ')}.`,
    })
    .register(facts, { value: '<word>', meaning })

export const reason = (meaning = 'why, for the audit log') => textOption('<text>', meaning)

/** A number with at most two decimals. */
export const decimal = /^\d{1,12}(\.\d{1,2})?$/
export const number = (value: string, meaning: string) =>
  textOption(value, meaning).regex(decimal, 'a number.').transform(Number.parseFloat)

type Change = Record<string, unknown>

/** An option that sets a member of what was agreed, or a part of it. */
export const sets = (member: string, option: z.ZodType) =>
  option.transform((value): Change => ({ [member]: value })).optional()

/** What the given options set together. @throws Misuse where there are none */
export function changeOf(given: Readonly<Record<string, Change | undefined>>): Change {
  const changes = Object.values(given).filter((change) => change !== undefined)
  if (changes.length === 0) throw new Misuse('Say what to set.')
  return changes.reduce(merged)
}

function merged(change: Change, other: Change): Change {
  const both = { ...change, ...other }
  for (const name of Object.keys(other))
    if (isPart(change[name]) && isPart(other[name])) both[name] = merged(change[name], other[name])
  return both
}

const isPart = (value: unknown): value is Change => typeof value === 'object' && value !== null

/** A partner by its id, which is refused where it is none. */
export const partner = (meaning: string) =>
  textOption('<svcPartnerId>', meaning).transform((svcPartnerId) => {
    const id = parseId('par', svcPartnerId)
    if (!id) throw unknownPartner(svcPartnerId)
    return { id, text: svcPartnerId }
  })

export const unknownPartner = (svcPartnerId: string) =>
  new Refused(`No partner has the id ${svcPartnerId}.`)

/** The operator, as what changes something of a partner's. */
export const operator = { type: 'service', id: 'operator' } as const
export const byOperator = (partnerId: string): AuditedBy => ({
  partnerId,
  actor: operator,
  requestId: '',
})

/** A command that was written wrong. Ends with code 2; any other failure with 1. */
export class Misuse extends Error {}

/** A command that was understood and refused. */
export class Refused extends Error {}

/** What was checked is wrong. The findings are printed all the same. */
export class Unsound {
  readonly findings: unknown
  constructor(findings: unknown) {
    this.findings = findings
  }
}

export function needed(name: string, value: string | undefined): string {
  if (!value) throw new Misuse(`--${name} is missing.`)
  return value
}

export function scopesOf(text: string): Scope[] {
  if (text === 'all') return [...partnerScopes]
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !partnerScopes.some((scope) => scope === name))
  if (unknown.length > 0)
    throw new Misuse(
      `--scopes: not a scope: ${unknown.join(', ')}. There are ${partnerScopes.join(', ')}.`,
    )
  return partnerScopes.filter((scope) => names.includes(scope))
}

export function roleOf(text: string): Role {
  const known = Object.keys(scopesOfRole) as Role[]
  const role = known.find((name) => name === text)
  if (!role) throw new Misuse(`--role: one of ${known.join(', ')}.`)
  return role
}

/** A time with its offset, such as `2027-01-31T00:00:00Z`. */
export function timeOf(name: string, text: string): Date {
  const time = new Date(text)
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  if (!isWhole || Number.isNaN(time.getTime()))
    throw new Misuse(`--${name}: an ISO time with its offset, such as 2027-01-31T00:00:00Z.`)
  return time
}
