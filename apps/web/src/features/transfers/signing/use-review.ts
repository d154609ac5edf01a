import { useQuery } from '@tanstack/react-query'
import { allMatch, checkPayload } from '../../../signing/payload-check.ts'
import { readPayload } from '../../../signing/read-payload.ts'
import { serviceNow } from '../../../api/clock.ts'
import { transferQuery } from '../../../api/queries/transfers.ts'
import type { WalletQuoted } from './quoted.ts'

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
