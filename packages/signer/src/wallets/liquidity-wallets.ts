import type { DepositReference } from './deposit-address.ts'

// The signer's names of a partner's wallets; `partnerId` is the written id. Server and signer derive
// the addresses from these alone.

const operational = 'operational/'

/** Holds a partner's own tokens, of which it repays. */
export const operationalWallet = (partnerId: string): DepositReference => ({
  partnerId,
  reference: `${operational}${partnerId}`,
})

/** Takes the fees and repayments of a partner; it is swept like other deposit addresses. */
export const liquidityWallet = (partnerId: string): DepositReference => ({
  partnerId,
  reference: `liquidity/${partnerId}`,
})

export const isOperational = ({ reference }: DepositReference) => reference.startsWith(operational)
