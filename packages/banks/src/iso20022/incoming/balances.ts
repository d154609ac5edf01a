import { decimalOf, minorOf } from '../values/amounts.ts'
import { textAt, type XmlNode } from '../xml/reader.ts'

/** All sums are in the finest unit that these messages have. */
const scale = 5

const signed = (minor: bigint) =>
  `${minor < 0n ? '-' : ''}${decimalOf(minor < 0n ? -minor : minor, scale)}`

/** Whether what a statement books explains how the balance changed. */
export function createBalanceCheck() {
  const balances = new Map<string, { currency: string; minor: bigint }>()
  let booked = 0n
  let currencies = new Set<string>()
  let isPage = false
  return { addBalance, addEntry, paginated, verdict }

  function addBalance(node: XmlNode): void {
    const code = textAt(node, 'Tp/CdOrPrtry/Cd')
    const minor = minorOf(textAt(node, 'Amt'), scale)
    const currency = node.children.find((child) => child.name === 'Amt')?.currency ?? ''
    if (code === '' || minor === undefined || balances.has(code)) return
    const isDebit = textAt(node, 'CdtDbtInd') === 'DBIT'
    balances.set(code, { currency, minor: isDebit ? -minor : minor })
  }

  /** A page of a longer statement may begin or end without a balance of its own. */
  function paginated(node: XmlNode): void {
    isPage = textAt(node, 'PgNb') !== '1' || textAt(node, 'LastPgInd') !== 'true'
  }

  function addEntry(entry: { amount: string; currency: string; isCredit: boolean }): void {
    const minor = minorOf(entry.amount, scale) ?? 0n
    booked += entry.isCredit ? minor : -minor
    currencies = currencies.add(entry.currency)
  }

  /** What is wrong; '' where nothing is. */
  function verdict(name: string): string {
    const opening = balances.get('OPBD') ?? balances.get('PRCD')
    const closing = balances.get('CLBD')
    if (!opening || !closing)
      return isPage ? '' : `The statement of ${name} has no opening or no closing balance to check.`
    currencies = currencies.add(opening.currency).add(closing.currency)
    if (currencies.size > 1)
      return `The balances and entries of the statement of ${name} are in several currencies: ${[...currencies].toSorted().join(', ')}.`
    const expected = opening.minor + booked
    return expected === closing.minor
      ? ''
      : `The statement of ${name} opens with ${signed(opening.minor)} and books ${signed(booked)}, which makes ${signed(expected)}; it closes with ${signed(closing.minor)} ${closing.currency}.`
  }
}
