import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, type InputOf, payinRoutes, transfers } from '../call.ts'
import { payinRoutesKey } from './payin-routes.ts'
import { transfersKey } from './transfers.ts'

export type AnswerDocument = AnswerOf<typeof transfers.answerDocuments>['data'][number]

/** Links are good for a quarter of an hour, so they are asked for again before that. */
const linksFreshMs = 10 * 60_000

const documentsQuery = (
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<AnswerDocument[]>,
) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    staleTime: linksFreshMs,
    refetchInterval: linksFreshMs,
  })

/** The documents of an answer about a transfer, with links for those who may open them. */
export const transferDocumentsQuery = (
  params: InputOf<typeof transfers.answerDocuments>['params'],
) =>
  documentsQuery([...transfersKey, 'answer-documents', params.rfiId], async (signal) => {
    const answer = await call(transfers.answerDocuments, { params }, { signal })
    return answer.data
  })

/** The same of an answer about a deposit. */
export const depositDocumentsQuery = (
  params: InputOf<typeof payinRoutes.answerDocuments>['params'],
) =>
  documentsQuery([...payinRoutesKey, 'answer-documents', params.rfiId], async (signal) => {
    const answer = await call(payinRoutes.answerDocuments, { params }, { signal })
    return answer.data.data
  })

type Payer = {
  /** The customer who pays; '' where anybody may. */
  entityId: string
  currency: string
}

const foundMax = '50'

/** Transfers that may wait for money of a currency, the newest first. */
export const waitingTransfersQuery = ({ entityId, currency }: Payer, text: string) =>
  queryOptions({
    queryKey: [...transfersKey, 'waiting', entityId, currency, text],
    queryFn: ({ signal }) => {
      const q = text.trim() || undefined
      const query = { status: 'PENDING,IN_REVIEW', currency, q, limit: foundMax }
      return entityId === ''
        ? call(transfers.list, { query }, { signal })
        : call(
            transfers.listOfEntity,
            { params: { entityId }, query: { ...query, role: 'from' } },
            { signal },
          )
    },
    placeholderData: keepPreviousData,
  })
