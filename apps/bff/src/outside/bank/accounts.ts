import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OperatorAccount, payeeName, testOperatorAccounts } from '@corridor/banks'
import { countryRules } from '@corridor/domain'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

/** A number as people write it to each other, in groups: 60-16-13, DE89 3704 0044 0532 0130 00. */
const number = (form: RegExp) =>
  z
    .string()
    .transform((written) => written.replaceAll(/[\s-]/gu, ''))
    .pipe(z.string().regex(form))

const country = z.string().regex(/^[A-Z]{2}$/)

const OperatorAccounts = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        countryCode: country,
        currency: z.string().regex(/^[A-Z]{3}$/),
        holderName: text(140).refine((name) => payeeName(name) !== '', 'has no Latin letters'),
        bankName: text(140),
        bankAddress: z.string().trim().max(280).default(''),
        // Bank codes of Mexico and Nigeria have three digits.
        routingNumber: number(/^[A-Z0-9]{3,35}$/),
        accountNumber: number(/^[A-Z0-9]{4,34}$/),
        virtualPrefix: z
          .string()
          .regex(/^[0-9]{0,10}$/)
          .default(''),
        // Where the holder has its seat: in live orders need at least the town, with the country.
        street: text(70).optional(),
        buildingNumber: text(16).optional(),
        postalCode: text(16).optional(),
        town: text(35).optional(),
        country: country.optional(),
        lei: z
          .string()
          .regex(/^[A-Z0-9]{18}\d{2}$/)
          .optional(),
      }),
    )
    .min(1),
})

const places = countryRules.map(({ code, currency }) => ({ countryCode: code, currency }))

type Where = Pick<Config, 'ENVIRONMENT' | 'BANK_FILES_DIR'>

/**
 * The service's own accounts at the bank of files: from `accounts.json` in its folder; the sandbox
 * has a set of its own where there is none.
 * @throws StartRefused that says what is wrong with the file, and none of its values
 */
export function readOperatorAccounts({ ENVIRONMENT, BANK_FILES_DIR }: Where) {
  const path = join(BANK_FILES_DIR, 'accounts.json')
  const file = read(path)
  if (file === undefined) {
    if (ENVIRONMENT === 'sandbox') return testOperatorAccounts(places)
    throw new StartRefused(
      `${path} is missing: it names the service's accounts at its bank (docs/guides/bank-files.md).`,
    )
  }
  const parsed = OperatorAccounts.safeParse(file)
  const problems = parsed.success
    ? [
        ...repeated(
          parsed.data.accounts,
          (account) => `${account.countryCode} ${account.currency}`,
        ),
        ...repeated(
          parsed.data.accounts,
          (account) => `${account.routingNumber} ${account.accountNumber}`,
        ),
        ...(ENVIRONMENT === 'live' ? seatless(parsed.data.accounts) : []),
      ]
    : parsed.error.issues.map(
        ({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`,
      )
  if (parsed.success && problems.length === 0) return parsed.data.accounts
  throw new StartRefused(
    `${path} does not fit (docs/guides/bank-files.md):\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}

/** Banks refuse orders whose debtor has no address, and not each adds the one that it knows. */
const seatless = (accounts: readonly OperatorAccount[]) =>
  accounts.flatMap(({ town }, i) =>
    town === undefined
      ? [`accounts.${i}.town: is missing; orders name the seat of the holder`]
      : [],
  )

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const why = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
    throw new StartRefused(`${path} ${why}.`)
  }
}

/** Two accounts of one country and currency would leave open which one pays. */
function repeated(
  accounts: readonly OperatorAccount[],
  keyOf: (account: OperatorAccount) => string,
) {
  const seen = new Set<string>()
  return accounts.flatMap((account, i) => {
    const key = keyOf(account)
    if (seen.has(key))
      return [`accounts.${i}: there is another one of the same ${labelFor(key, account)}`]
    seen.add(key)
    return []
  })
}

const labelFor = (key: string, { countryCode, currency }: OperatorAccount) =>
  key === `${countryCode} ${currency}` ? 'country and currency' : 'number'
