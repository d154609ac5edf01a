import { fail, kycFees, type KycSubject, ok, type Result } from '@corridor/domain'
import { detail, type Failure } from '../../api/refusal.ts'
import type { ChainLink, Deps } from '../../deps.ts'
import type { TokenJurisdiction } from '../accounts/jurisdictions.ts'

export type Payment = {
  chainId: string
  hash: string
  amount: bigint
  scale: number
  currency: string
}
export type PaymentFailure = Failure<'TRANSACTION_HASH_INVALID' | 'PROVIDER_UNAVAILABLE'>
type PaymentDeps = Pick<Deps, 'chains' | 'jurisdictions'>

export const isHash = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]{64}$/.test(text)

const invalid = (message: string): PaymentFailure => ({
  code: 'TRANSACTION_HASH_INVALID',
  details: [detail('transactionHash', 'TRANSACTION_HASH_INVALID', message)],
})
export const malformedHash = invalid('This is no transaction hash: 0x and 64 hexadecimal digits.')

/**
 * Finds the payment of a fee: a final transfer of one of the service's tokens, of at least the fee,
 * to the service's own account.
 */
export async function findPayment(
  deps: PaymentDeps,
  type: KycSubject['type'],
  hash: string,
): Promise<Result<Payment, PaymentFailure>> {
  if (!isHash(hash)) return fail(malformedHash)
  for (const [chainId, link] of deps.chains) {
    const found = await onChain(link, hash)
    if (!found.ok) return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
    const payment = paymentIn(deps, chainId, link, type, found.value)
    if (payment) return ok({ ...payment, chainId, hash: hash.toLowerCase() })
  }
  return fail(invalid('No payment of the fee to the service has this hash.'))
}

async function onChain({ adapter }: ChainLink, hash: `0x${string}`) {
  const receipt = await adapter.receipt(hash)
  if (!receipt.ok) return receipt
  const head = await adapter.finalHead()
  if (!head.ok) return head
  const isFinal =
    receipt.value?.status === 'success' &&
    head.value !== undefined &&
    receipt.value.blockNumber <= head.value.number
  return ok(isFinal && receipt.value ? receipt.value.transfers : [])
}

type Transfers = readonly { token: string; to: string; amount: bigint }[]

function paymentIn(
  { jurisdictions }: PaymentDeps,
  chainId: string,
  { gasStation }: ChainLink,
  type: KycSubject['type'],
  transfers: Transfers,
) {
  for (const { token, to, amount } of transfers) {
    const known = jurisdictions
      .onChain(chainId)
      .find(({ tokenAddress }) => isSame(tokenAddress, token))
    if (known && isSame(to, gasStation.address) && amount >= feeIn(known, type))
      return { amount: feeIn(known, type), scale: known.currencyScale, currency: known.currency }
  }
  return undefined
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The fee in base units of a token; dollar tokens count alike. */
export const feeIn = (
  { currencyScale }: Pick<TokenJurisdiction, 'currencyScale'>,
  type: KycSubject['type'],
): bigint => kycFees[type] * 10n ** BigInt(currencyScale)
