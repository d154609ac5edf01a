import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isCountry } from '@corridor/domain'
import { z } from 'zod'
import { readEnvFile } from './env-file.ts'
import { isForThisMachine, isListAddress } from './reach.ts'
import { StartRefused } from './start-refused.ts'

const onOff = z.enum(['on', 'off'])

/** An http address without path: a browser's origin. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => ['', '/'].includes(new URL(text).pathname) && !/[?#]/.test(text))
  .transform((text) => new URL(text).origin)

/** A user of the machine, by name or by numbers. */
const user = z.string().regex(/^([a-z_][a-z0-9_-]{0,31}|\d{1,10}(:\d{1,10})?)$/)

/** Networks in CIDR notation or single addresses, separated by commas. */
const networks = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))
  .refine((parts) => parts.every(isNetwork))

/** Countries as two capital letters, separated by commas. */
const countryList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toUpperCase()))
  .transform((parts) => parts.filter((part) => part !== ''))
  .refine((parts) => parts.every(isCountry))

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number.parseInt(bits, 10) <= (family === 6 ? 128 : 32)
}

const webAddress = z.url({ protocol: /^https?$/ })

const Settings = z.object({
  /** Where everything that outlives a restart is kept. Environment only. */
  DATA_DIR: z.string().default('./.data'),
  /** `sandbox` simulates the outside; `live` refuses every simulated adapter. */
  ENVIRONMENT: z.enum(['sandbox', 'live']).default('sandbox'),
  /** TCP port of dashboard and API; 0 takes any free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  /** Address to listen on. */
  HOST: z.string().max(253).default('localhost'),
  /** Networks of the proxies in front, which alone may say for whom they ask (`X-Forwarded-For`). */
  TRUSTED_PROXY: networks,
  /** The address that browsers and partners use. Default: `http://localhost:PORT`. */
  BASE_URL: origin.optional(),
  /** Which part of the service this process is. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** The least important lines that are written. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** A PostgreSQL server (15 or later) instead of the embedded one. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine((text) => URL.canParse(text) && new URL(text).pathname.length > 1)
    .optional(),
  /** File with the key-encryption key: 32 bytes, readable by its owner alone. Required in live. */
  KEK_FILE: z.string().optional(),
  /** Where the signer runs: in this process, or in one of its own that alone holds the root keys. */
  SIGNER: z.enum(['inside', 'process']).default('inside'),
  /** File with the signer's root keys, which the first start makes. Default: `DATA_DIR/signer/root-keys`. */
  SIGNER_KEY_FILE: z.string().optional(),
  /** Whom the signer's process runs as where we are root: a name, or numbers `uid` or `uid:gid`. */
  SIGNER_USER: user.default('61002'),
  /** Whom the service runs as where we are root and the signer has a process of its own. */
  SERVICE_USER: user.default('61001'),
  /** Who moves the sandbox's clock: any partner, or the operator alone. Default: by who can reach us. */
  SANDBOX_CLOCK: z.enum(['shared', 'operator']).optional(),
  /** `none` makes the demo partners without entities, wallets and transfers. Sandbox only. */
  SEED: z.enum(['demo', 'none']).default('demo'),
  /** How old a customer is at least, in years. */
  CUSTOMER_AGE_MIN: z.coerce.number().int().min(0).max(120).default(18),
  /**
   * Whose nationals and residents are no customers. Default: Cuba, Iran and North Korea, which the United
   * States embargo as countries (31 CFR 515, 560 and 510, as of 2026-11; Syria until 2025-06-30).
   */
  EMBARGOED_COUNTRIES: countryList.default(['CU', 'IR', 'KP']),
  /**
   * What a wallet that is only claimed to be its customer's own pays and is paid within 30 days, in US
   * dollars. Default: 1,000 in live, 100,000 in the sandbox.
   */
  CLAIMED_WALLET_DOLLARS: z.coerce.number().min(0).max(1_000_000_000).optional(),
  /** Whether a customer who is surely like another one waits for a decision. Default: `on` in live. */
  LIKENESS_HOLDS: onOff.optional(),
  /** `off` sends the headers but refuses nothing. Sandbox only. */
  RATE_LIMIT: onOff.default('on'),
  /** Requests of one partner that are worked on at a time; a quarter more is there for the others. */
  REQUESTS_AT_ONCE: z.coerce.number().int().min(1).max(10_000).default(128),
  /** Requests of one partner that may wait for that; further ones are refused at once. */
  REQUESTS_WAITING: z.coerce.number().int().min(0).max(100_000).default(1_024),
  /** Who waits is refused when no request has ended for so long, in milliseconds. */
  STANDSTILL_MS: z.coerce.number().int().min(100).max(60_000).default(1_500),
  /** `on` allows the session cookie on plain http other than localhost. Sandbox only. */
  COOKIE_INSECURE: onOff.default('off'),
  /** Blocks after which the dev chain's transactions are final. Sandbox only. */
  DEV_CHAIN_FINALITY: z.coerce.number().int().min(0).max(1_000).default(0),
  /** Ends the process at these points of a transfer, for crash tests; see faults.ts. Sandbox only. */
  CRASH_AT: z
    .string()
    .regex(/^([a-z_]+:(before|after)_(effect|commit)(\*\d+)?(,|!?$))+$/)
    .optional(),
  /** Opens `/metrics` to a program that is not on this machine, and in live to every one. */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** A port for `/metrics` alone, on `HOST`; without it they are at `PORT`, and in live nowhere. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** How long calls of partners' programs are kept, in days. */
  REQUEST_LOG_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Who runs an admin command that asks for a person. Environment only. */
  OPERATOR_TOKEN: z.string().min(32).optional(),
  /** A remote instance whose API the dashboard uses instead of its own. */
  UPSTREAM_URL: origin.optional(),
  /** The API key for `UPSTREAM_URL`; one partner's. */
  UPSTREAM_TOKEN: z.string().min(32).optional(),
  /** Mail server, `smtps://user:password@host:port`. Live. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender's address on every mail. Live. */
  MAIL_FROM: z.email().optional(),
  /** Gateway that takes SMS as JSON `{to, text}` by POST. Live. */
  SMS_URL: webAddress.optional(),
  /** Bearer token for `SMS_URL`. */
  SMS_TOKEN: z.string().min(16).optional(),
  /** Codes by SMS that one partner's customers may be sent within an hour, all together. */
  SMS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  /** How payments leave: `simulated`, the sandbox's default, or `iso20022` files, which live takes alone. */
  BANK_RAIL: z.enum(['simulated', 'iso20022']).optional(),
  /** How long the simulated bank takes to settle a payment, in milliseconds; 0: at once. Sandbox only. */
  BANK_SETTLE_MS: z.coerce.number().int().min(0).max(3_600_000).default(250),
  /** Folder exchanged with the bank: ISO 20022 files out and in. Default: `DATA_DIR/bank-files`. */
  BANK_FILES_DIR: z.string().optional(),
  /** How often payments that wait are written to a file, in seconds. */
  BANK_FILES_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  /** Sanctions list as `targets.simple.csv` of OpenSanctions: a file, or an address. Default: a sample. */
  SCREENING_LIST: z
    .string()
    .refine((text) => !text.includes('://') || isListAddress(text))
    .optional(),
  /** How often a list with an address is fetched. */
  SCREENING_LIST_SECONDS: z.coerce.number().int().min(1).max(86_400).default(3_600),
  /** How old the list may be. Default: 48 for a service and a list with an address in live, else any age. */
  SCREENING_LIST_HOURS: z.coerce.number().int().min(1).max(8_760).optional(),
  /** Whether a list is taken that has less than 80 % of the entries of the list before. */
  SCREENING_LIST_MAY_SHRINK: z.enum(['no', 'yes']).default('no'),
  /** Service with the match API of OpenSanctions' yente, `https://…/match/<dataset>`, instead of the list. */
  SCREENING_URL: webAddress
    .refine((text) => /\/match\/[^/]+\/?$/.test(new URL(text).pathname))
    .optional(),
  /** Key of that service. */
  SCREENING_KEY: z.string().optional(),
  SCREENING_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(5_000),
  /** Whether the list is asked where that service cannot be. */
  SCREENING_FALLBACK: z.enum(['none', 'list']).default('none'),
  /** Gateway to the providers of payees' wallets, which takes messages of the Travel Rule Protocol. */
  TRAVEL_RULE_URL: webAddress.optional(),
  /** Bearer token for `TRAVEL_RULE_URL`. */
  TRAVEL_RULE_KEY: z.string().min(16).optional(),
  TRAVEL_RULE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(5_000),
  /** As whom the service presents itself to other providers: its legal name. */
  TRAVEL_RULE_NAME: z.string().min(1).max(100).default('Corridor'),
  /** The service's own legal entity identifier. */
  TRAVEL_RULE_LEI: z
    .string()
    .regex(/^[0-9A-Z]{18}[0-9]{2}$/)
    .optional(),
  /** How long a large payout on a chain waits for the answer of the payee's provider. */
  TRAVEL_RULE_ANSWER_MINUTES: z.coerce.number().int().min(1).max(10_080).default(15),
  /** What becomes of it then: people decide (`hold`), or it is paid. */
  TRAVEL_RULE_UNANSWERED: z.enum(['hold', 'pay']).default('hold'),
  /** Daily reference rates in the layout of the European Central Bank. Live. */
  RATES_URL: webAddress.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  /** Rates of currencies that are not in that file: CSV with source, day, currency, perEuro. Live. */
  RATES_FILE: z.string().optional(),
  /** Where signed checkpoints of the audit log are posted. */
  AUDIT_CHECKPOINT_URL: webAddress.optional(),
  /** JSON-RPC address of the chain. Live. */
  EVM_RPC_URL: webAddress.optional(),
})

type Parsed = z.infer<typeof Settings>

/** Every setting, by its name in the environment. Paths are absolute. Holds secrets: never log it. */
export type Config = Omit<
  Parsed,
  | 'BASE_URL'
  | 'SANDBOX_CLOCK'
  | 'BANK_RAIL'
  | 'BANK_FILES_DIR'
  | 'SIGNER_KEY_FILE'
  | 'CLAIMED_WALLET_DOLLARS'
  | 'LIKENESS_HOLDS'
> & {
  CLAIMED_WALLET_DOLLARS: number
  LIKENESS_HOLDS: NonNullable<Parsed['LIKENESS_HOLDS']>
  SIGNER_KEY_FILE: string
  BASE_URL: string
  SANDBOX_CLOCK: NonNullable<Parsed['SANDBOX_CLOCK']>
  BANK_RAIL: NonNullable<Parsed['BANK_RAIL']>
  BANK_FILES_DIR: string
}

type Key = keyof Parsed

const keys = Object.keys(Settings.shape)

/** What live cannot do without, and what only the sandbox may set. */
const liveNeeds: Key[] = [
  'KEK_FILE',
  'SIGNER_KEY_FILE',
  'BASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SMS_URL',
  'EVM_RPC_URL',
]
const sandboxOnly: Key[] = [
  'SANDBOX_CLOCK',
  'SEED',
  'RATE_LIMIT',
  'COOKIE_INSECURE',
  'DEV_CHAIN_FINALITY',
  'BANK_SETTLE_MS',
  'CRASH_AT',
]

type Source = Record<string, string | undefined>

/**
 * Reads the settings from the environment and from `DATA_DIR/corridor.env`; the environment wins.
 * @throws StartRefused that names each bad or unknown key, and never a value
 */
export function readConfig(environment: Source, workingDirectory: string): Config {
  const given = withoutBlanks(environment)
  const dataDir = resolve(workingDirectory, given['DATA_DIR'] ?? './.data')
  const file = join(dataDir, 'corridor.env')
  const stored = existsSync(file) ? readEnvFile(readFileSync(file, 'utf8'), file) : {}

  const problems = [...unknownKeys(given, stored, file)]
  const merged = Object.fromEntries(keys.map((key) => [key, given[key] ?? stored[key]]))
  const parsed = Settings.safeParse({ ...merged, DATA_DIR: dataDir })
  if (parsed.success) problems.push(...contradictions(parsed.data, merged))
  else problems.push(...parsed.error.issues.map((issue) => badValue(issue, merged)))
  if (problems.length > 0 || !parsed.success) {
    throw new StartRefused(
      `The settings do not fit:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  return absolute(parsed.data, workingDirectory)
}

/** An empty variable is as good as none: compose files and shells pass them on. */
function withoutBlanks(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
}

function unknownKeys(environment: Source, stored: Source, file: string): string[] {
  const hint = (key: string) => {
    const near = keys.find((known) => isNear(known, key.replace(/^CORRIDOR_/, '')))
    return near ? ` Did you mean ${near}?` : ''
  }
  return [
    ...Object.keys(environment)
      .filter((key) => key.startsWith('CORRIDOR_') && !keys.includes(key))
      .map((key) => `${key} is not a setting.${hint(key)}`),
    ...Object.keys(stored)
      .filter((key) => !keys.includes(key))
      .map((key) => `${key} in ${file} is not a setting.${hint(key)}`),
    ...['DATA_DIR', 'OPERATOR_TOKEN']
      .filter((key) => stored[key] !== undefined)
      .map((key) => `${key} cannot be set in ${file}.`),
  ]
}

function badValue(issue: z.core.$ZodIssue, merged: Source): string {
  const key = String(issue.path[0])
  const expected =
    issue.code === 'invalid_value'
      ? `must be one of ${issue.values.map(String).join(', ')}`
      : merged[key] === undefined
        ? 'is missing'
        : 'has a value that does not fit'
  return `${key} ${expected}.`
}

/** A service does without a list, unless that is asked where the service cannot be. */
const isListNeeded = ({ SCREENING_URL: url, SCREENING_FALLBACK: fallback }: Parsed): boolean =>
  url === undefined || fallback === 'list'

function contradictions(settings: Parsed, merged: Source): string[] {
  const problems: string[] = []
  if (settings.METRICS_PORT === settings.PORT)
    problems.push('METRICS_PORT must be another port than PORT.')
  if (settings.SIGNER === 'inside') {
    for (const key of ['SIGNER_USER', 'SERVICE_USER'] as const)
      if (merged[key] !== undefined) problems.push(`${key} needs SIGNER=process.`)
  }
  if ((settings.UPSTREAM_URL === undefined) !== (settings.UPSTREAM_TOKEN === undefined)) {
    problems.push('UPSTREAM_URL and UPSTREAM_TOKEN go together.')
  }
  if (merged['TRAVEL_RULE_KEY'] !== undefined && merged['TRAVEL_RULE_URL'] === undefined)
    problems.push('TRAVEL_RULE_KEY needs TRAVEL_RULE_URL.')
  if (settings.ENVIRONMENT === 'sandbox') return problems

  for (const key of liveNeeds) {
    if (settings[key] === undefined) problems.push(`${key} is missing; ENVIRONMENT=live needs it.`)
  }
  if (settings.SCREENING_LIST === undefined && isListNeeded(settings))
    problems.push('SCREENING_LIST is missing; ENVIRONMENT=live needs it.')
  for (const key of sandboxOnly) {
    if (merged[key] !== undefined) problems.push(`${key} is for the sandbox only.`)
  }
  if (settings.TRAVEL_RULE_URL?.startsWith('http:'))
    problems.push('TRAVEL_RULE_URL must be https in live.')
  if (settings.TRAVEL_RULE_URL !== undefined && merged['TRAVEL_RULE_NAME'] === undefined)
    problems.push('TRAVEL_RULE_NAME is missing; TRAVEL_RULE_URL needs it in live.')
  if (settings.BANK_RAIL === 'simulated') problems.push('BANK_RAIL must be iso20022 in live.')
  if (settings.BASE_URL?.startsWith('http:')) problems.push('BASE_URL must be https in live.')
  for (const key of ['KEK_FILE', 'SIGNER_KEY_FILE'] as const) {
    const path = settings[key]
    if (path !== undefined && isInside(path, settings.DATA_DIR)) {
      problems.push(`${key} must lie outside DATA_DIR: a copy of the data must not hold its key.`)
    }
  }
  return problems
}

function absolute(settings: Parsed, workingDirectory: string): Config {
  const { KEK_FILE, SIGNER_KEY_FILE, BANK_FILES_DIR, SCREENING_LIST, RATES_FILE, ...others } =
    settings
  const { BASE_URL, ...rest } = others
  const isLive = rest.ENVIRONMENT === 'live'
  return {
    ...rest,
    CLAIMED_WALLET_DOLLARS: rest.CLAIMED_WALLET_DOLLARS ?? (isLive ? 1_000 : 1_000_000_000),
    LIKENESS_HOLDS: rest.LIKENESS_HOLDS ?? (isLive ? 'on' : 'off'),
    SANDBOX_CLOCK: rest.SANDBOX_CLOCK ?? (isForThisMachine(rest) ? 'shared' : 'operator'),
    BASE_URL: BASE_URL ?? `http://localhost:${settings.PORT}`,
    BANK_RAIL: settings.BANK_RAIL ?? (isLive ? 'iso20022' : 'simulated'),
    BANK_FILES_DIR: resolve(
      workingDirectory,
      BANK_FILES_DIR ?? join(settings.DATA_DIR, 'bank-files'),
    ),
    SIGNER_KEY_FILE: resolve(
      workingDirectory,
      SIGNER_KEY_FILE ?? join(settings.DATA_DIR, 'signer', 'root-keys'),
    ),
    ...(KEK_FILE !== undefined && { KEK_FILE: resolve(workingDirectory, KEK_FILE) }),
    ...(SCREENING_LIST !== undefined && {
      SCREENING_LIST: SCREENING_LIST.includes('://')
        ? SCREENING_LIST
        : resolve(workingDirectory, SCREENING_LIST),
    }),
    ...(RATES_FILE !== undefined && { RATES_FILE: resolve(workingDirectory, RATES_FILE) }),
  }
}

/** Symbolic links are followed, as far as the path exists. */
function isInside(path: string, directory: string): boolean {
  const way = relative(real(directory), real(resolve(path)))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`))
}

function real(path: string): string {
  return existsSync(path) || path === dirname(path)
    ? realpathSync(path)
    : join(real(dirname(path)), path.slice(dirname(path).length))
}

/** One letter wrong, missing, added or two swapped, or the same text. */
function isNear(known: string, typed: string): boolean {
  if (known === typed) return true
  if (Math.abs(known.length - typed.length) > 1) return false
  let start = 0
  while (start < known.length && known[start] === typed[start]) start += 1
  let end = 0
  while (end < known.length - start && known.at(-1 - end) === typed.at(-1 - end)) end += 1
  return Math.max(known.length, typed.length) - start - end <= 2
}
