import type { Asset } from '../ledger/accounts.ts'
import type { Sum } from '../ledger/postings.ts'
import { type Fraction, inverse, worthDown, worthUp } from '../rates/rate.ts'

/** What a partner may spend of one asset; `rate` is what one unit is worth in the wanted currency. */
export type SpendableBalance = Asset & { available: bigint; rate: Fraction }

/** So much of one balance is taken, and gives so much of what is wanted. */
export type CoverPart = { from: Sum; gives: bigint }

/** `short`: what no balance covers, in the wanted asset. */
export type CoverPlan = { parts: CoverPart[]; short: bigint }

/**
 * Which balances pay a sum: that of the same asset first, then the others from the largest worth down,
 * converted at their rates. What is taken is rounded up, so that no conversion costs the service.
 */
export function planCover(wanted: Sum, balances: readonly SpendableBalance[]): CoverPlan {
  const parts: CoverPart[] = []
  let short = wanted.amount
  for (const balance of inOrder(wanted, balances)) {
    if (short === 0n) break
    const part = partOf(wanted, balance, short)
    if (part.gives === 0n) continue
    parts.push(part)
    short -= part.gives
  }
  return { parts, short }
}

function inOrder(wanted: Asset, balances: readonly SpendableBalance[]): SpendableBalance[] {
  const worth = (spendableBalance: SpendableBalance) =>
    worthDown(spendableBalance.available, spendableBalance.rate, {
      from: spendableBalance.scale,
      to: wanted.scale,
    })
  return balances
    .filter(({ available }) => available > 0n)
    .toSorted((first, other) => {
      if (first.asset === wanted.asset || other.asset === wanted.asset)
        return first.asset === wanted.asset ? -1 : 1
      const [a, b] = [worth(first), worth(other)]
      if (a !== b) return a > b ? -1 : 1
      return first.asset < other.asset ? -1 : 1
    })
}

function partOf(wanted: Asset, balance: SpendableBalance, short: bigint): CoverPart {
  const { asset, scale, available, rate } = balance
  const of = (amount: bigint, gives: bigint): CoverPart => ({
    from: { asset, scale, amount },
    gives,
  })
  if (asset === wanted.asset) {
    const amount = available < short ? available : short
    return of(amount, amount)
  }
  const needed = worthUp(short, inverse(rate), { from: wanted.scale, to: scale })
  if (needed <= available) return of(needed, short)
  return of(available, worthDown(available, rate, { from: scale, to: wanted.scale }))
}
