import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type AskedOf, call, payinRoutes, q, transfers } from '../call.ts'
import { payinRoutesKey } from './payin-routes.ts'
import { transfersKey } from './transfers.ts'

export type AnswerDocument = AnswerOf<typeof transfers.answerDocuments>['data'][number]

/** Links are good for a quarter of an hour, so they are asked for again before that. */
const linksFreshMs = 10 * 60_000

const documentsQuery = (
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<AnswerDocument[]>,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: linksFreshMs,
    refetchInterval: linksFreshMs,
  })

/** The documents of an answer about a transfer, with links for those who may open them. */
export const transferDocumentsQuery = (params: AskedOf<typeof transfers.answerDocuments>) =>
  documentsQuery(
    [...transfersKey, 'answer-documents', params.rfiId],
    async (signal) => (await call(transfers.answerDocuments, { params }, { signal })).data,
  )

/** The same of an answer about a deposit. */
export const depositDocumentsQuery = (params: AskedOf<typeof payinRoutes.answerDocuments>) =>
  documentsQuery(
    [...payinRoutesKey, 'answer-documents', params.rfiId],
    async (signal) => (await call(payinRoutes.answerDocuments, { params }, { signal })).data.data,
  )

type Payer = {
  /** The customer who pays; '' where anybody may. */
  entityId: string
  currency: string
}

/** Transfers that may wait for money of a currency, the newest first. */
export const waitingTransfersQuery = ({ entityId, currency }: Payer, text: string) => {
  const asked = { status: 'PENDING,IN_REVIEW', currency, q: text.trim() || undefined, limit: '50' }
  return entityId === ''
    ? q(transfers.list, asked, { placeholderData: keepPreviousData })
    : q(
        transfers.listOfEntity,
        { ...asked, entityId, role: 'from' },
        { placeholderData: keepPreviousData },
      )
}
