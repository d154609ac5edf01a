import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, transfers, wallets } from '../../../api/call.ts'
import { allMatch, checkPayload } from '../../../signing/payload-check.ts'
import { readPayload } from '../../../signing/read-payload.ts'
import { serviceNow } from '../../../ui/clock.ts'
import { type AnswerOf, transferQuery } from '../queries.ts'
import type { WalletQuoted } from './quote.ts'

export type Passkey = AnswerOf<typeof wallets.passkeys>['data'][number]

export const passkeysQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['wallets', 'of-transfer', entityId, 'passkeys'],
    queryFn: ({ signal }) => call(wallets.passkeys, { params: { entityId } }, { signal }),
  })

export const walletQuery = (entityId: string) =>
  queryOptions({
    queryKey: ['wallets', 'of-transfer', entityId, 'details'],
    queryFn: ({ signal }) => call(wallets.details, { params: { entityId } }, { signal }),
  })

const historyLimit = '50'

/** Earlier transfers of one account, newest first: who is new to it, and what is usual. */
export const historyQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['transfers', 'history', accountId],
    queryFn: ({ signal }) =>
      call(
        transfers.list,
        { query: { accountId, status: 'COMPLETED,PROCESSING', limit: historyLimit } },
        { signal },
      ),
  })

/** The payload decoded and compared, once the execution's own record is here to compare with. */
export function useReview(quote: WalletQuoted) {
  const { answer, from, to, asked } = quote
  const { executionId, payloadToSign, validUntil } = answer
  const record = useQuery(transferQuery(executionId))
  const decoded = readPayload(payloadToSign)
  const payloadHash = record.data?.data.payloadHash
  const ready = payloadHash !== undefined
  const rows =
    decoded && ready
      ? checkPayload(decoded, {
          from: from.place,
          to: to.place,
          currency: from.currency,
          decimals: from.decimals,
          nativeCurrency: from.nativeCurrency,
          asked,
          quote: { ...answer.quote, totalFees: answer.quote.fees.totalFees },
          executionId,
          validUntil,
          payloadHash,
          now: serviceNow(),
        })
      : []
  return {
    decoded,
    rows,
    /** Still reading what to compare with. */
    pending: decoded !== undefined && !ready && !record.error,
    error: ready ? null : record.error,
    refetch: () => void record.refetch(),
    signable: decoded !== undefined && allMatch(rows),
  }
}
