import { accountKey, zoneOf } from '@corridor/banks'
import { usedCalendars } from '../../modules/intake/statements/calendar-check.ts'
import {
  type BankProfile,
  listProfiles,
  type ProfileRow,
  setProfile,
} from '../../outside/bank/profile-store.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { byOperator, choice, flag, onSite, Refused, textOption } from '../base/command.ts'
import { tableOf } from '../base/table.ts'

const readable = flag('a table for people instead of JSON')

export const bankCalendars = onSite({
  summary: 'list how far the calendars of rails and banks reach, and which are none or end soon',
  options: { readable },
  run: async ({ bankFiles }, { readable: isReadable }) => {
    const rows = usedCalendars(bankFiles, new Date())
    return isReadable
      ? tableOf(rows, ['countryCode', 'rail', 'currency', 'publisher', 'until', 'problem'])
      : rows
  },
})

const references = ['UNIQUE', 'PER_DAY', 'ABSENT', 'UNKNOWN'] as const

const isZone = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC'

/** UTF-16 shows by itself. */
function isEncoding(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}

const answers = ['yes', 'no'] as const
const isYes = (answer: (typeof answers)[number] | undefined) =>
  answer === undefined ? undefined : answer === 'yes'

export const bankProfile = onSite({
  summary: 'list how the bank of each account writes, or set it for one instead of what is learned',
  options: {
    account: textOption('<account>', 'as it is listed here').optional(),
    references: choice(references, 'what the bank’s references mean').optional(),
    notices: choice(answers, 'whether it notifies each credit before its statement').optional(),
    zone: textOption('<Europe/Berlin>', 'of its days, and of moments without an offset')
      .refine(isZone, 'a time zone such as Europe/Berlin.')
      .optional(),
    cutOff: textOption('<16:00>', 'until when it executes orders the same day, in its zone')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 16:00.')
      .optional(),
    encoding: textOption('<iso-8859-2>', 'of its text files (MT940, BAI2)')
      .refine(isEncoding, 'an encoding such as windows-1250.')
      .optional(),
    grossDetails: choice(
      answers,
      'whether it reports payments before charges that it does not list',
    ).optional(),
    forget: flag('forget what was set before'),
    readable,
  },
  run: ({ db, bankFiles }, { account, readable: isReadable, forget, ...given }) =>
    db.asWorker(async (tx) => {
      const own = bankFiles.accounts.map(accountKey)
      const before = await listProfiles(tx, own)
      if (account !== undefined) {
        if (before.every((row) => row.account !== account))
          throw new Refused(`No account is called ${account}.`)
        const values = valuesOf(given)
        await setProfile(tx, account, values, forget)
        const after = { ...values, ...(forget ? { forget } : {}) }
        await recordAudit(tx, byOperator(operatorPartnerId), {
          action: 'bank_profile.set',
          object: { kind: 'bank_profile', id: account },
          after,
          reason: '',
        })
      }
      const rows = account === undefined ? before : await listProfiles(tx, own)
      return isReadable ? tableOf(rows.map(lineOf), names) : rows
    }),
})

type Answer = (typeof answers)[number] | undefined
type Given = { notices?: Answer; grossDetails?: Answer } & Readonly<
  Record<string, string | undefined>
>

const valuesOf = ({ notices, grossDetails, ...given }: Given): BankProfile =>
  Object.fromEntries(
    Object.entries({
      ...given,
      hasNotices: isYes(notices),
      hasGrossDetails: isYes(grossDetails),
    }).filter(([, value]) => value !== undefined),
  )

const names = ['account', 'references', 'notices', 'zone', 'cutOff', 'encoding', 'grossDetails']

/** Each value with where it is from: set by a person, learned from files, or what counts without either. */
function lineOf({ account, learned, set }: ProfileRow): Record<string, string> {
  const [countryCode = '', currency = '', accountNumber = ''] = account.split('/')
  const shown = (name: keyof BankProfile, usual: string) => {
    const [from, value] =
      set[name] === undefined ? ['learned', learned[name]] : (['set', set[name]] as const)
    if (value === undefined) return usual
    return `${value === true ? 'yes' : value === false ? 'no' : value} (${from})`
  }
  return {
    account,
    references: shown('references', 'UNKNOWN'),
    notices: shown('hasNotices', 'unknown'),
    zone: shown('zone', zoneOf({ countryCode, currency, accountNumber })),
    cutOff: shown('cutOff', 'the rail’s'),
    encoding: shown('encoding', 'UTF-8, else Windows-1252'),
    grossDetails: shown('hasGrossDetails', 'no'),
  }
}
