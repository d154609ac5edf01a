import type { routes } from '@corridor/contract/routes'
import { decodeTransfer } from '@corridor/signing'
import { baseUnits } from './base-units.ts'
import type { BodyFor } from '../api/endpoint-types.ts'
import { PayloadRefused, readPayload, refuseDifferences } from '../wallets/payload.ts'

type Quote = BodyFor<typeof routes.transfers.simulate>
/** A quote between two wallets: bare, with the payload to sign. */
export type WalletQuote = Extract<Quote, { payloadToSign: string }>
/** A quote of a transfer that is paid in or out by a bank. */
export type OrdinaryQuote = Exclude<Quote, WalletQuote>['data']

/** One end of a transfer as its account record states it. */
export type WalletPlace = {
  entityId: string
  walletAddress: string
  chainId: string
  tokenAddress: string
  currency: string
  decimals: number
}

/** What a transfer should be, known from elsewhere than from its payload. */
export type ExpectedTransfer = {
  from: WalletPlace
  to: WalletPlace
  exactAmountIn?: number | undefined
  exactAmountOut?: number | undefined
}

/**
 * Reads the payload of a quote and compares the transaction in it, byte by byte decoded, with the
 * quote and with the accounts. Returns what is going to be signed.
 * @throws {PayloadRefused} UNREADABLE or MISMATCH
 */
export function checkTransferPayload(quote: WalletQuote, expected: ExpectedTransfer) {
  const { from, to } = expected
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION'
  const { parameters } = readPayload(quote.payloadToSign, { entityId: from.entityId, type })
  const { unsignedTransaction, signWith } = parameters
  const decoded =
    typeof unsignedTransaction === 'string' ? decodeTransfer(unsignedTransaction) : undefined
  if (!decoded?.ok) throw new PayloadRefused([])
  const transfer = decoded.value

  const { inAmount, outAmount, fees } = quote.quote
  const [sent, received, fee] = [inAmount, outAmount, fees.totalFees].map(({ amount }) =>
    baseUnits(amount, from.decimals),
  )
  refuseDifferences([
    ['kind', 'TRANSACTION_TYPE_ETHEREUM', parameters['type']],
    ['signWith', lower(from.walletAddress), lower(signWith)],
    ['chain', to.chainId, transfer.chainId],
    ['token', lower(to.tokenAddress), lower(transfer.token)],
    ['recipient', lower(to.walletAddress), lower(transfer.recipient)],
    ['amount', received, transfer.amount],
    ['currency', from.currency, inAmount.currency],
    ['currency', to.currency, outAmount.currency],
    // Both ends hold the same token, so nothing but the fees may lie between the two amounts.
    ['total', sent, received !== undefined && fee !== undefined ? received + fee : ''],
    ['exactAmountIn', expected.exactAmountIn ?? inAmount.amount, inAmount.amount],
    ['exactAmountOut', expected.exactAmountOut ?? outAmount.amount, outAmount.amount],
  ])
  return transfer
}

const lower = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : '')
