import { parseArgs } from 'node:util'
import { apiKeyCommands } from './api-keys.ts'
import { bankCommands } from './bank.ts'
import {
  type Command,
  factsOf,
  isRequired,
  Misuse,
  onSite,
  type Options,
  reason,
  Refused,
  textOption,
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

const asset = textOption('<asset>', `such as USD or USDC@31337; ${everyAsset} is all`)

const ledgerCommands = {
  'ledger halt': onSite({
    summary: 'stop payouts of an asset; reads and deposits go on',
    options: { asset, reason: reason('reason, for the audit log') },
    run: ({ db }, halt) =>
      db.asWorker(async (tx) => {
        await haltPayouts(tx, { ...halt, problems: [] })
        return { halts: await listHalts(tx) }
      }),
  }),
  'ledger resume': onSite({
    summary: 'let payouts of a halted asset go on, once its ledger has been looked at',
    options: { asset },
    run: ({ db }, { asset: name }) =>
      db.asWorker(async (tx) => {
        if (!(await resumePayouts(tx, name)))
          throw new Refused(`Payouts of ${name} are not halted.`)
        return { halts: await listHalts(tx) }
      }),
  }),
}

/** Every command by its name, of two parts or three. */
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
  const isCommand = (length: number) => Object.hasOwn(commands, args.slice(0, length).join(' '))
  const length = isCommand(3) ? 3 : 2
  const name = args.slice(0, length).join(' ')
  const command = isCommand(length) ? commands[name] : undefined
  if (asksHelp) return { kind: 'help', text: command ? helpOf(name, command) : overview() }
  if (!command) throw new Misuse(`There is no command \`${name}\`.\n\n${overview()}`)
  return { kind: 'run', command, options: readOptions(name, command, args.slice(length)) }
}

function readOptions(name: string, command: Command, args: readonly string[]): Options {
  const options = Object.entries(command.options).map(([key, option]) => ({
    key,
    ...factsOf(option),
  }))
  const bare = options.find(({ isBare }) => isBare)?.key
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        options.map(({ key, value }) => [key, { type: value ? 'string' : 'boolean' }]),
      ),
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
  const described = Object.entries(options).map(([key, option]) => {
    const { value, isBare, meaning } = factsOf(option)
    const label = value === undefined ? `--${key}` : isBare ? value : `--${key} ${value}`
    return { label, meaning, usage: isRequired(option) ? label : `[${label}]` }
  })
  const width = Math.max(0, ...described.map(({ label }) => label.length))
  const lines = described.map(({ label, meaning }) => `  ${label.padEnd(width)}  ${meaning}`)
  const usage = ['Usage:', name, ...described.map((option) => option.usage)].join(' ')
  return [usage, '', summary, ...lines, ''].join('\n')
}
