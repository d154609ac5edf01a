import type { Scope } from '@corridor/contract'
import { parseId, partnerScopes, type Role, scopesOfRole } from '@corridor/domain'
import type { Config } from '../../config/config.ts'
import type { Site } from './site.ts'

/** Values of the options, by name; a switch that is set is `'yes'`. */
export type Options = Readonly<Record<string, string>>

type Described = {
  /** One line for the list of commands. */
  summary: string
  options: readonly Option[]
}
export type Option = {
  name: string
  /** How the value is written, e.g. `<ISO time>`; none for a switch. */
  value?: string
  required?: boolean
  /** May be written without its name. */
  isBare?: boolean
  meaning: string
}

/** What a command does on the instance's database, or beside it where none may run. */
export type Command = Described &
  (
    | { onSite: (site: Site, options: Options) => Promise<unknown> }
    | { onConfig: (config: Config, options: Options) => Promise<unknown> }
  )

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

export function required(options: Options, name: string): string {
  const value = options[name]?.trim()
  if (!value) throw new Misuse(`--${name} is missing.`)
  return value
}

/** The partner that an option names. @throws Refused where it is no partner's id */
export function partnerOf(options: Options): { id: string; text: string } {
  const text = required(options, 'partner')
  const id = parseId('par', text)
  if (!id) throw new Refused(`No partner has the id ${text}.`)
  return { id, text }
}

/** A number with at most two decimals. @throws Misuse */
export function numberOf(name: string, text: string): number {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new Misuse(`--${name}: a number.`)
  return Number.parseFloat(text)
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
