import type { StatementBalance } from '../../books/file-books.ts'
import type { EvidenceAccount } from '../../evidence/evidence.ts'
import { decimalOf, minorOf, scaleOf } from '../../values/amounts.ts'
import { dayAfter } from '../../values/dates.ts'

/** All sums are in the finest unit that these messages have. */
const scale = 5

const signed = (minor: bigint) =>
  `${minor < 0n ? '-' : ''}${decimalOf(minor < 0n ? -minor : minor, scale)}`

type Balance = { currency: string; minor: bigint; day: string }

/** A balance as a message has it: its amount a decimal text, its day `2026-01-05`. */
export type StatedBalance = {
  /** OPBD: opening; PRCD: what the day before closed with; CLBD: closing. */
  code: string
  currency: string
  amount: string
  isDebit: boolean
  day: string
}

/** In the currency's own units; undefined where the bank writes it finer than the currency is. */
function inUnits({ minor, currency }: Balance): bigint | undefined {
  const unit = 10n ** BigInt(scale - scaleOf(currency))
  return minor % unit === 0n ? minor / unit : undefined
}

/** Whether what a statement books explains how the balance changed. */
export function createBalanceCheck() {
  const balances = new Map<string, Balance>()
  let booked = 0n
  let isPage = false
  let firstOn = ''
  let lastOn = ''
  return { addBalance, addEntry, paginated, verdict, stated }

  function addBalance({ code, currency, amount, isDebit, day }: StatedBalance): void {
    const minor = minorOf(amount, scale)
    if (code === '' || minor === undefined || balances.has(code)) return
    balances.set(code, { currency, minor: isDebit ? -minor : minor, day })
  }

  /** It is a part of a longer statement, which may begin or end without a balance of its own. */
  function paginated(): void {
    isPage = true
  }

  /** What an entry moved, in units of the account's currency: negative for a debit. */
  function addEntry(minor: bigint, currency: string, bookedOn: string): void {
    booked += minor * 10n ** BigInt(scale - scaleOf(currency))
    if (bookedOn === '') return
    if (firstOn === '' || bookedOn < firstOn) firstOn = bookedOn
    if (bookedOn > lastOn) lastOn = bookedOn
  }

  /**
   * What a statement opens and closes with, and of which days it is: of its period, its balances, its
   * entries, or the day on which it was made.
   */
  function stated(
    { countryCode, currency }: Pick<EvidenceAccount, 'countryCode' | 'currency'>,
    period: { statementId: string; from: string; to: string; madeOn: string },
  ): StatementBalance {
    const own = (code: string) => {
      const balance = balances.get(code)
      return balance?.currency === currency ? balance : undefined
    }
    const before = own('PRCD')
    const opening = own('OPBD') ?? before
    const closing = own('CLBD')
    const begun = opening === before && opening?.day ? dayAfter(opening.day) : opening?.day
    const closesOn = closing?.day || period.to || lastOn || begun || period.madeOn
    const start = period.from || begun || firstOn || closesOn
    const opensOn = start > closesOn ? closesOn : start
    const [first, last] = [opening && inUnits(opening), closing && inUnits(closing)]
    return {
      statementId: period.statementId,
      countryCode,
      currency,
      ...(first === undefined ? {} : { opening: first }),
      ...(last === undefined ? {} : { closing: last }),
      opensOn,
      closesOn,
    }
  }

  /** What is wrong; '' where nothing is. */
  function verdict(name: string): string {
    const opening = balances.get('OPBD') ?? balances.get('PRCD')
    const closing = balances.get('CLBD')
    if (!opening || !closing)
      return isPage ? '' : `The statement of ${name} has no opening or no closing balance to check.`
    const currencies = new Set([opening.currency, closing.currency])
    if (currencies.size > 1)
      return `The balances of the statement of ${name} are in several currencies: ${[...currencies].toSorted().join(', ')}.`
    const expected = opening.minor + booked
    return expected === closing.minor
      ? ''
      : `The statement of ${name} opens with ${signed(opening.minor)} and books ${signed(booked)}, which makes ${signed(expected)}; it closes with ${signed(closing.minor)} ${closing.currency}.`
  }
}
