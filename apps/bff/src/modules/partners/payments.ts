import type { Hex, TransactionReceipt } from '@corridor/chains'
import { fail, kycFeeCurrency, ok } from '@corridor/domain'
import type { ErrorDetail } from '@corridor/contract'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import type { TokenJurisdiction } from '../../ports/jurisdictions.ts'

export type PaymentFailure = Failure<'TRANSACTION_HASH_INVALID' | 'PROVIDER_UNAVAILABLE'>
export type FoundPayment = {
  chainId: string
  hash: Hex
  link: ChainLink
  receipt: TransactionReceipt
}
export type FeePlace = { link: ChainLink; token: TokenJurisdiction; toWalletAddress: Hex }

/**
 * The one written form of a transaction hash: `0x` and 64 lower-case digits. Digits without the
 * prefix, capitals and space around it are other spellings of the same hash.
 */
export function readHash(text: string): Hex | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase())?.[1]
  return digits === undefined ? undefined : `0x${digits}`
}

const hashDetail = (code: string, message: string): ErrorDetail[] => [
  detail('transactionHash', code, message),
]

/** Why a hash pays for nothing. */
export const invalidHash = (message: string): PaymentFailure => ({
  code: 'TRANSACTION_HASH_INVALID',
  details: hashDetail('TRANSACTION_HASH_INVALID', message),
})
export const malformedHash = invalidHash(
  'This is no transaction hash: 0x and 64 hexadecimal digits.',
)
export const reusedHash: Failure<'TRANSACTION_HASH_REUSED'> = {
  code: 'TRANSACTION_HASH_REUSED',
  details: hashDetail('TRANSACTION_HASH_REUSED', 'This payment was used already.'),
}

/** Looks a transaction up on every chain; one that is not final, or failed, pays for nothing. */
export async function findPayment({ chains }: Pick<Deps, 'chains'>, hash: Hex) {
  for (const [chainId, link] of chains) {
    const receipt = await link.adapter.receipt(hash)
    const head = receipt.ok && receipt.value ? await link.adapter.finalHead() : undefined
    if (!receipt.ok || head?.ok === false)
      return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
    if (!receipt.value) continue
    if (receipt.value.status !== 'success')
      return fail(invalidHash('This transaction failed on the chain: nothing was paid.'))
    if (!head?.value || receipt.value.blockNumber > head.value.number)
      return fail(invalidHash('This transaction is not final yet. Send its hash again shortly.'))
    return ok({ chainId, hash, link, receipt: receipt.value })
  }
  return fail(invalidHash('No transaction with this hash is in a block of a chain of the service.'))
}

/** Where fees are paid to on a chain. */
export const feeAddress = ({ gasStation }: ChainLink): Hex => gasStation.address

/** The one token in which deposits are made, and where to. */
export function feePlace({ chains, jurisdictions }: Pick<Deps, 'chains' | 'jurisdictions'>) {
  for (const [chainId, link] of chains) {
    const token = jurisdictions.onChain(chainId).find(({ currency }) => currency === kycFeeCurrency)
    if (token) return { link, token, toWalletAddress: feeAddress(link) }
  }
  throw new Error(`no chain of this instance has ${kycFeeCurrency}`)
}

export const isSame = (first: string, other: string): boolean =>
  first.toLowerCase() === other.toLowerCase()

/** What a transaction paid to the place of the fees: the sum of all its transfers of that token. */
export function paidTo({ token, toWalletAddress }: FeePlace, { chainId, receipt }: FoundPayment) {
  const { networkName, currency } = token
  if (chainId !== token.chainId)
    return fail(invalidHash(`This transaction is on another chain than ${networkName}.`))
  const received = receipt.transfers.filter(({ to }) => isSame(to, toWalletAddress))
  if (received.length === 0)
    return fail(invalidHash(`This transaction pays nothing to ${toWalletAddress}.`))
  const amount = received
    .filter((item) => isSame(item.token, token.tokenAddress))
    .reduce((sum, item) => sum + item.amount, 0n)
  if (amount === 0n)
    return fail(
      invalidHash(
        `This transaction pays in another token than ${currency} (${token.tokenAddress}).`,
      ),
    )
  return ok(amount)
}
