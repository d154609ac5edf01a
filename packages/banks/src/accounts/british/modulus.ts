import { tables, type Method, type WeightLine } from './tables.ts'

// The digits have the letters of Vocalink's document: u v w x y z of the sort code, a to h of the
// account.
const [a, c, g, h] = [6, 8, 12, 13] as const
/** Those of the sort code, and a and b. */
const untilB = 8

const modulusOf = (method: Method): number => (method === 'MOD11' ? 11 : 10)

/** Products are added up whole, or digit by digit where the check is the double alternate one. */
function sumOf(method: Method, digits: readonly number[], weights: readonly number[]): number {
  const products = digits.map((digit, at) => digit * (weights[at] ?? 0))
  const each = (product: number) =>
    method === 'DBLAL' ? Math.floor(product / 10) + (product % 10) : product
  return products.reduce((sum, product) => sum + each(product), 0)
}

/** Sort codes that stand in for the account's own in a check. */
function sortCodeFor(exception: number, sortCode: string): string {
  if (exception === 5) return tables().substitutes.get(sortCode) ?? sortCode
  if (exception === 8) return '090126'
  return exception === 9 ? '309634' : sortCode
}

function weightsFor({ exception, weights }: WeightLine, digits: readonly number[]) {
  const isNine = digits[g] === 9
  const pair = `${digits[a]}${digits[a + 1]}`
  if (exception === 2 && digits[a] !== 0)
    return isNine
      ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
      : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
  const isShort =
    isNine && (exception === 7 || (exception === 10 && (pair === '09' || pair === '99')))
  return isShort ? weights.map((weight, at) => (at < untilB ? 0 : weight)) : weights
}

/** Exception 5 compares the remainder with a digit of the account, which its sum leaves out. */
function fitsCheckDigit(method: Method, remainder: number, digits: readonly number[]): boolean {
  const digit = digits[method === 'MOD11' ? g : h]
  return remainder === 0 ? digit === 0 : modulusOf(method) - remainder === digit
}

function passes(line: WeightLine, sortCode: string, account: string): boolean {
  const { method, exception } = line
  const digits = Array.from(sortCodeFor(exception, sortCode) + account, Number)
  // Accounts of these kinds are not made by the second check.
  if (exception === 3 && (digits[c] === 6 || digits[c] === 9)) return true
  const sum = sumOf(method, digits, weightsFor(line, digits)) + (exception === 1 ? 27 : 0)
  const remainder = sum % modulusOf(method)
  if (exception === 4) return remainder === Number(account.slice(-2))
  if (exception === 5) return fitsCheckDigit(method, remainder, digits)
  if (remainder === 0) return true
  // Coutts: the last digit counts accounts of one customer, and is left out.
  return exception === 14 && /[019]$/.test(account)
    ? passes({ ...line, exception: 0 }, sortCode, `0${account.slice(0, 7)}`)
    : false
}

/** Exceptions of a first check whose second one is enough by itself. */
const eitherPasses: ReadonlySet<number> = new Set([2, 10, 12])

/**
 * Whether a sort code of six digits and an account of eight can belong together, by Vocalink's
 * published checks; a sort code that is in no range is not checked.
 */
export function fitsSortCode(sortCode: string, account: string): boolean {
  const [first, second] = tables().lines.filter(
    ({ from, to }) => from <= sortCode && sortCode <= to,
  )
  if (!first) return true
  // Accounts in a foreign currency, which no check is made for.
  const isForeign = first.exception === 6 && /^[4-8]/.test(account)
  if (isForeign && account.at(-2) === account.at(-1)) return true
  const isFirst = passes(first, sortCode, account)
  if (!second) return isFirst
  if (eitherPasses.has(first.exception)) return isFirst || passes(second, sortCode, account)
  return isFirst && passes(second, sortCode, account)
}
