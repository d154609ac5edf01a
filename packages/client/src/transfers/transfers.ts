import { routes } from '@corridor/contract/routes'
import type { Client } from '../api/client.ts'
import type { BodyFor } from '../api/endpoint-types.ts'
import { waitFor, type WaitOptions } from '../api/wait-for.ts'
import type { Stamper } from '../wallets/stamper.ts'
import { checkTransferPayload, type WalletPlace, type WalletQuote } from './transfer-payload.ts'

const { accounts, transfers } = routes

export type Transfer = BodyFor<typeof transfers.read>['data']

type Party = {
  entityId: string
  /** The external account (`acc_…`) of a wallet account. */
  accountId: string
  /** Where it is known from elsewhere: then no answer of the service is trusted for it. */
  walletAddress?: string
}

export type WalletTransfer = {
  /** The partner's own name for it, unique; the same again is the same transfer. */
  transactionId: string
  from: Party
  to: Party
  /** Exactly one of the two. */
  exactAmountIn?: number | undefined
  exactAmountOut?: number | undefined
  stamper: Stamper
}

/**
 * Sends tokens from one wallet to another: asks for a quote, decodes its payload and compares it
 * with quote and accounts, and only then has it stamped. Returns once the transfer is accepted.
 * @throws {PayloadRefused} without signing · {ApiError}
 */
export async function transferBetweenWallets(
  client: Client,
  transfer: WalletTransfer,
): Promise<{ executionId: string; quote: WalletQuote }> {
  const { transactionId, from, to, exactAmountIn, exactAmountOut, stamper } = transfer
  const [fromPlace, toPlace] = await Promise.all([readPlace(client, from), readPlace(client, to)])
  const { body: quote } = await client.call(transfers.simulate, {
    body: {
      transactionId,
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
      exactAmountIn,
      exactAmountOut,
    },
  })
  if (!('payloadToSign' in quote)) throw new TypeError('These accounts are not two wallets.')
  const ends = { from: fromPlace, to: toPlace }
  checkTransferPayload(quote, { ...ends, exactAmountIn, exactAmountOut })
  const { executionId, payloadToSign } = quote
  const payloadSignature = await stamper.stamp(payloadToSign)
  const { signatureType } = stamper
  await client.call(transfers.execute, { body: { executionId, payloadSignature, signatureType } })
  return { executionId, quote }
}

/** The end of a transfer as the account record and the jurisdiction's record state it. */
async function readPlace(client: Client, party: Party): Promise<WalletPlace> {
  const { accountId, entityId } = party
  const { body } = await client.call(accounts.readExternal, { params: { accountId } })
  const { wallet, jurisdiction } = body.data
  if (!wallet) throw new TypeError(`The account ${accountId} is no wallet.`)
  return {
    ...wallet,
    entityId,
    currency: jurisdiction.currency,
    decimals: await decimalsOf(client, jurisdiction.id),
    ...(party.walletAddress === undefined ? {} : { walletAddress: party.walletAddress }),
  }
}

async function decimalsOf(client: Client, jurisdictionId: string): Promise<number> {
  const all = client.items(accounts.listJurisdictions, { query: { type: 'blockchain' } })
  for await (const { id, currencyScale } of all) if (id === jurisdictionId) return currencyScale
  throw new TypeError(`No chain has the jurisdiction ${jurisdictionId}.`)
}

/** Neither money nor state moves any more; a failed transfer may still be retried by the partner. */
const atRest: Readonly<Record<Transfer['status'], boolean>> = {
  QUOTED: false,
  AWAITING_APPROVAL: false,
  PENDING: false,
  IN_REVIEW: false,
  PROCESSING: false,
  COMPLETED: true,
  FAILED: true,
  EXPIRED: true,
  CANCELLED: true,
  REFUNDING: false,
  REFUNDED: true,
}

/** Reads a transfer until it has come to rest. @throws {Error} when it has not in time */
export async function waitForTransfer(
  client: Client,
  executionId: string,
  options: WaitOptions = {},
): Promise<Transfer> {
  const { signal } = options
  return waitFor(
    async () => (await client.call(transfers.read, { params: { executionId }, signal })).body.data,
    ({ status }) => atRest[status],
    { what: `the end of ${executionId}`, ...options },
  )
}
