import { minorOf } from '../values/amounts.ts'
import { dayOfSixDigits } from '../values/dates.ts'
import { identifier } from '../values/identifiers.ts'

/** What a field 61 has. */
export type StatementLine = {
  valueOn: string
  /** '' where it cannot be read. */
  bookedOn: string
  direction: 'CREDIT' | 'DEBIT'
  isReversal: boolean
  /** Expected, not booked; or it moves nothing. */
  isExpected: boolean
  /** Undefined where the amount is none. */
  minor: bigint | undefined
  amount: string
  /** E.g. NTRF. */
  type: string
  customerReference: string
  bankReference: string
  supplementary: string
}

const pattern =
  /^(\d{6})(\d{4}| {4})? *(R?[CD]|E[CD])([A-Z])? *([\d.,]+)(?:([A-Z][A-Z0-9 ]{3}))?([^\n]*)(?:\n([\s\S]*))?$/

/** Decimals stand behind a comma; behind a point where there are two of them, and nothing else can be meant. */
const swiftAmount = /^\d{1,15}(?:,\d*|\.\d\d)?$/

/** The day of a month and date without a year that is closest to another day; '' where there is none. */
function nearest(monthAndDate: string, valueDate: string): string {
  const year = Number(valueDate.slice(0, 2))
  const around = dayOfSixDigits(valueDate) || dayOfSixDigits(`${valueDate.slice(0, 4)}01`)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(around))
  const [best = ''] = [year - 1, year, year + 1]
    .map((candidate) =>
      dayOfSixDigits(`${String((candidate + 100) % 100).padStart(2, '0')}${monthAndDate}`),
    )
    .filter((day) => day !== '' && around !== '')
    .toSorted((a, b) => distance(a) - distance(b))
  return best
}

/** Undefined where the field has not its form. */
export function readStatementLine(text: string, scale: number): StatementLine | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, valueDate = '', entryDate = '', mark = '', , amount = '', type = '', references = ''] =
    match
  const valueOn = dayOfSixDigits(valueDate)
  const [customerReference = '', ...bankReferences] = references.split('//')
  const minor = swiftAmount.test(amount) ? minorOf(amount.replace(',', '.'), scale) : undefined
  const isCredit = mark.endsWith('C')
  const isReversal = mark.startsWith('R')
  return {
    valueOn,
    // Some banks leave out the day of the entry: it is the value date then.
    bookedOn: entryDate.trim() === '' ? valueOn : nearest(entryDate, valueDate),
    // A credit that is taken back is a debit.
    direction: isCredit === isReversal ? 'DEBIT' : 'CREDIT',
    isReversal,
    isExpected: mark.startsWith('E') || minor === 0n,
    minor,
    amount,
    type: type.trim(),
    customerReference: identifier(customerReference),
    bankReference: identifier(bankReferences.join('//')),
    supplementary: (match[8] ?? '').trim(),
  }
}
