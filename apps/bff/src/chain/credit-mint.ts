import type { Hex } from '@corridor/chains'
import type { Result } from '@corridor/domain'
import type { Deps } from '../deps.ts'

export type CreditToMint = {
  chainId: string
  partnerId: string
  /** UUID of the deposit: a mint happens once for it. */
  depositId: string
  to: Hex
  /** In base units of the credit token, which has 6 decimals. */
  amount: bigint
}

export type MintedCredit = {
  transactionHash: Hex
  /** The credit token. */
  tokenAddress: Hex
}

export type MintParts = Pick<Deps, 'db' | 'chains' | 'log' | 'faults'>

/** Mints credit for prepaid deposits, by orders of the treasury. */
export function createCreditMint(_deps: MintParts) {
  return { mint }

  /**
   * Mints the credit of a deposit and waits until that is final, some seconds at most. Asked again
   * for the same deposit it goes on with the same mint. `CHAIN_UNAVAILABLE`: it is not final yet,
   * and to be asked again; `MINT_REVERTED`: the contract refuses, which nobody expects.
   */
  async function mint(
    _credit: CreditToMint,
  ): Promise<Result<MintedCredit, 'CHAIN_UNAVAILABLE' | 'MINT_REVERTED'>> {
    throw new Error('credit cannot be minted yet')
  }
}
