import { fail, kycFees, type KycSubject, ok } from '@corridor/domain'
import type { Hex } from '@corridor/chains'
import type { Deps } from '../../../ports/deps.ts'
import type { TokenJurisdiction } from '../../../ports/jurisdictions.ts'
import {
  feeAddress,
  findPayment as findOnChain,
  type FoundPayment,
  invalidHash,
  isSame,
} from '../../partners/payments.ts'

export type Payment = {
  chainId: string
  hash: Hex
  /** The fee. */
  amount: bigint
  /** What arrived, which may be more. */
  received: bigint
  toWalletAddress: Hex
  /** Who sent the transaction. */
  sender: Hex
  /** Whose tokens they were. */
  payer: Hex
  scale: number
  currency: string
}
type PaymentDeps = Pick<Deps, 'chains' | 'jurisdictions'>

/**
 * Finds the payment of a fee: a final transfer of one of the service's tokens, of at least the fee,
 * to the service's own account.
 */
export async function findPayment(deps: PaymentDeps, type: KycSubject['type'], hash: Hex) {
  const found = await findOnChain(deps, hash)
  if (!found.ok) return found
  const payment = paymentIn(deps, type, found.value)
  return payment
    ? ok({ ...payment, chainId: found.value.chainId, hash })
    : fail(invalidHash('This transaction pays no fee to the service.'))
}

function paymentIn(
  { jurisdictions }: PaymentDeps,
  type: KycSubject['type'],
  { chainId, link, receipt }: FoundPayment,
) {
  for (const { token, from, to, amount } of receipt.transfers) {
    const known = jurisdictions
      .onChain(chainId)
      .find(({ tokenAddress }) => isSame(tokenAddress, token))
    if (known && isSame(to, feeAddress(link)) && amount >= feeIn(known, type))
      return {
        amount: feeIn(known, type),
        received: amount,
        toWalletAddress: feeAddress(link),
        sender: receipt.from,
        payer: from,
        scale: known.currencyScale,
        currency: known.currency,
      }
  }
  return undefined
}

/** The fee in base units of a token; dollar tokens count alike. */
export const feeIn = (
  { currencyScale }: Pick<TokenJurisdiction, 'currencyScale'>,
  type: KycSubject['type'],
): bigint => kycFees[type] * 10n ** BigInt(currencyScale)
