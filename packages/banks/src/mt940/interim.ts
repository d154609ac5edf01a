import type { EvidenceAccount } from '../evidence/evidence.ts'
import { decimalOf, minorOf, scaleOf } from '../values/amounts.ts'

/** Whether an interim report has as many lines, and as much in them, as it states. */
export function createInterimTotals() {
  const stated = new Map<string, { count: number; amount: string }>()
  const found = { C: { count: 0, minor: 0n }, D: { count: 0, minor: 0n } }
  return { state, add, verdict }

  /** A field 90C or 90D: number, currency, amount. */
  function state(tag: string, text: string): void {
    const [, count = '', amount = ''] = /^(\d{1,5})[A-Z]{3}(\d{1,15}(?:,\d*)?)/.exec(text) ?? []
    if (count !== '')
      stated.set(tag.slice(-1), { count: Number(count), amount: amount.replace(',', '.') })
  }

  /** What a line moved: negative for a debit. */
  function add(minor: bigint): void {
    const side = found[minor < 0n ? 'D' : 'C']
    side.count += 1
    side.minor += minor < 0n ? -minor : minor
  }

  /** What is wrong; '' where nothing is. */
  function verdict({ currency, accountNumber }: EvidenceAccount): string {
    const scale = scaleOf(currency)
    for (const [side, { count, minor }] of Object.entries(found)) {
      const total = stated.get(side)
      if (!total || (total.count === count && minorOf(total.amount, scale) === minor)) continue
      const lines = side === 'C' ? 'credits' : 'debits'
      return `The report of ${accountNumber} states ${total.count} ${lines} of ${total.amount}; it has ${count} of ${decimalOf(minor, scale)} ${currency}.`
    }
    return ''
  }
}
