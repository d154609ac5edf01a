import type { Money } from '../money/index.ts'

export type WalletQuoteAmounts = {
  inAmount: Money
  outAmount: Money
  partnerFees: Money
  svcFees: Money
  totalFees: Money
}

/** A direct transfer is one to one and free of charge; gas is the service's (operations.md 5). */
export function quoteWalletTransfer(exact: Money): WalletQuoteAmounts {
  const none = { ...exact, minor: 0n }
  return { inAmount: exact, outAmount: exact, partnerFees: none, svcFees: none, totalFees: none }
}
