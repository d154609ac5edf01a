import { fromWire, rateIsPar, toText } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { lockLine } from '../../records/liquidity/line-store.ts'
import { findQuotesByReference } from '../../records/liquidity/quote-store.ts'
import { referencesIn } from '../deposits/bank-reference.ts'
import type { FeeDeps } from '../partners/fees.ts'
import { repayByBank } from '../liquidity/payments/bank.ts'
import { type Senders, sendersIn } from '../screening/senders.ts'
import * as store from './bank-store.ts'
import { sendersOf } from './statements/names.ts'

type Parts = FeeDeps & Pick<Deps, 'rates' | 'realTime'> & { senders: Senders }

/** Entries whose reference names a replenish quote, with its partner: each is taken in by itself. */
export async function namingQuotes(
  tx: Tx,
  entries: readonly { entry_id: string; reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const named = entries.map(({ entry_id, reference }) => ({
    entry_id,
    references: referencesIn(reference),
  }))
  const all = named.flatMap(({ references }) => references)
  if (all.length === 0) return new Map()
  const quotes = await findQuotesByReference(tx, all)
  const known = new Map(quotes.map((quote) => [quote.bank_reference, quote.partner_id]))
  return new Map(
    named.flatMap(({ entry_id, references }) => {
      const partnerId = references
        .map((reference) => known.get(reference))
        .find((item) => item !== undefined)
      return partnerId === undefined ? [] : [[entry_id, partnerId] as const]
    }),
  )
}

/**
 * Takes an entry that repays a drawing: its reference names the quote, and its money is the one that
 * the line's asset stands at par with. A listed sender's is held. False where it is something else.
 */
export async function takeRepayment(tx: Tx, deps: Parts, entry: store.EntryRow): Promise<boolean> {
  if (entry.assigned_funding_id !== null) return false
  const [quote] = await findQuotesByReference(tx, referencesIn(entry.reference))
  if (!quote) return false
  const line = await lockLine(tx, quote.partner_id)
  const rate = deps.rates.midRate(entry.currency, line.currency, deps.realTime())
  if (!rate.ok || !rateIsPar(rate.value)) return false
  const amount = fromWire(toText(entry.amount, entry.scale), line.currency, line.scale)
  if (!amount.ok) return false
  const payment = await repayByBank(tx, deps, line, quote, {
    entryId: entry.entry_id,
    reference: quote.bank_reference,
    country: entry.country_code,
    paid: { currency: entry.currency, scale: entry.scale, amount: entry.amount },
    amount: amount.value.minor,
    receivedAt: entry.read_at,
    sender: sendersIn(deps.senders, sendersOf(entry)),
  })
  await store.endAsDeposits(tx, [{ ...payment, bank_entry: entry.entry_id }])
  return true
}
