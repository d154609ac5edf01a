import { parseArgs } from 'node:util'
import { apiKeyCommands } from './api-keys.ts'
import { bankCommands } from './bank.ts'
import {
  type Command,
  Misuse,
  type Option,
  type Options,
  Refused,
  required,
} from './base/command.ts'
import { coverCommands } from './treasury/cover.ts'
import { issuerCommands } from './issuers.ts'
import { keyCommands } from './keys.ts'
import { kycCommands } from './kyc.ts'
import { limitCommands, rateCommands } from './limits.ts'
import { liquidityCommands } from './liquidity.ts'
import { partnerCommands } from './partners.ts'
import { resetCommands } from './reset.ts'
import { clockCommands } from './sandbox/clock.ts'
import { teamCommands } from './team.ts'
import { depositReviewCommands } from './reviews/deposits.ts'
import { documentCommands } from './reviews/documents.ts'
import { reviewCommands } from './reviews/reviews.ts'
import { transferReviewCommands } from './reviews/transfers.ts'
import { unlistedCommands } from './reviews/unlisted.ts'
import { screeningCommands } from './screening.ts'
import { ledgerPostCommands } from './operators/ledger-post.ts'
import { auditAcceptCommands } from './operators/audit-accept.ts'
import { operatorCommands } from './operators/people.ts'
import { verifyCommands } from './verify.ts'
import { everyAsset, haltPayouts, listHalts, resumePayouts } from '../records/ledger/halts.ts'

const asset: Option = {
  name: 'asset',
  value: '<asset>',
  meaning: `such as USD or USDC@31337; ${everyAsset} is all`,
}

const halt: Command = {
  summary: 'stop payouts of an asset; reads and deposits go on',
  options: [
    { ...asset, required: true },
    { name: 'reason', value: '<text>', required: true, meaning: 'reason, for the audit log' },
  ],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const reason = required(options, 'reason')
      await haltPayouts(tx, { asset: required(options, 'asset'), reason, problems: [] })
      return { halts: await listHalts(tx) }
    }),
}

const resume: Command = {
  summary: 'let payouts of a halted asset go on, once its ledger has been looked at',
  options: [{ ...asset, required: true }],
  onSite: ({ db }, options) =>
    db.asWorker(async (tx) => {
      const name = required(options, 'asset')
      if (!(await resumePayouts(tx, name))) throw new Refused(`Payouts of ${name} are not halted.`)
      return { halts: await listHalts(tx) }
    }),
}

const ledgerCommands = { 'ledger halt': halt, 'ledger resume': resume }

/** Every command by its two-part name. */
const commands: Readonly<Record<string, Command>> = {
  ...partnerCommands,
  ...apiKeyCommands,
  ...teamCommands,
  ...limitCommands,
  ...liquidityCommands,
  ...kycCommands,
  ...reviewCommands,
  ...transferReviewCommands,
  ...depositReviewCommands,
  ...unlistedCommands,
  ...documentCommands,
  ...bankCommands,
  ...screeningCommands,
  ...verifyCommands,
  ...keyCommands,
  ...issuerCommands,
  ...ledgerCommands,
  ...ledgerPostCommands,
  ...coverCommands,
  ...operatorCommands,
  ...auditAcceptCommands,
  ...rateCommands,
  ...clockCommands,
  ...resetCommands,
}

export type Asked =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: Command; options: Options }

/** Reads the arguments after `admin --`. @throws Misuse */
export function readCommand(args: readonly string[]): Asked {
  const asksHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  const name = args.slice(0, 2).join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (asksHelp) return { kind: 'help', text: command ? helpOf(name, command) : overview() }
  if (!command) throw new Misuse(`There is no command \`${name}\`.\n\n${overview()}`)
  return { kind: 'run', command, options: readOptions(name, command, args.slice(2)) }
}

function readOptions(name: string, command: Command, args: readonly string[]): Options {
  const known = Object.fromEntries(
    command.options.map((option) => [
      option.name,
      { type: option.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const bare = command.options.find(({ isBare }) => isBare)?.name
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: known,
      strict: true,
      allowPositionals: bare !== undefined,
    })
    const [first, ...rest] = positionals
    if (
      rest.length > 0 ||
      (first !== undefined && bare !== undefined && values[bare] !== undefined)
    )
      throw new Error(`Unexpected argument '${rest[0] ?? first}'`)
    const given = first === undefined || bare === undefined ? values : { ...values, [bare]: first }
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, value === true ? 'yes' : String(value)]),
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Misuse(`${message}\n\n${helpOf(name, command)}`)
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return [
    'Usage: npm run --silent admin -- <command> [options]',
    '',
    ...lines,
    '',
    'A command followed by --help lists its options. Answers are JSON on standard output. Exit code:',
    '0 done, 1 refused or found wrong, 2 written wrong. Settings are those of the server (docs/operate.md).',
    '',
  ].join('\n')
}

function helpOf(name: string, { summary, options }: Command): string {
  const width = Math.max(0, ...options.map((option) => labelOf(option).length))
  const lines = options.map((option) => `  ${labelOf(option).padEnd(width)}  ${option.meaning}`)
  const usage = options.map((option) =>
    option.required ? labelOf(option) : `[${labelOf(option)}]`,
  )
  return [`Usage: ${[name, ...usage].join(' ')}`, '', summary, ...lines, ''].join('\n')
}

const labelOf = ({ name, value, isBare }: Option) =>
  value === undefined ? `--${name}` : isBare ? value : `--${name} ${value}`
