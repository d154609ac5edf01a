import { useState } from 'react'
import { useAction } from '../../../features/actions/action.tsx'
import { type AnswerOf, liquidity, queries } from '../../../api/call.ts'
import { liquidityKey } from '../../../api/queries/liquidity.ts'
import { partnersKey } from '../../../api/queries/partners.ts'
import type { Drawing, Replenishment, ReplenishQuote } from '../../../api/queries/replenishment.ts'

type BatchQuote = AnswerOf<typeof liquidity.quoteReplenishBatch>['data']
export type QuoteItem = BatchQuote['items'][number]

/** What it takes to repay what was chosen. */
export type Asked = {
  items: readonly QuoteItem[]
  total: number
  validUntil: string
  /** Of several drawings. */
  batchQuoteId: string | undefined
}

type BatchResult = AnswerOf<typeof liquidity.replenishBatch>['data']
export type ResultItem = BatchResult['items'][number]

export type Mode = 'ATOMIC' | 'BEST_EFFORT'

export const isQuoted = (item: QuoteItem): item is ReplenishQuote => 'quoteId' in item
export const isPaid = (item: ResultItem): item is Replenishment => 'replenishmentId' in item

/** From the drawings that were chosen over their quote to their replenishment. */
export function useReplenish() {
  const [asked, setAsked] = useState<Asked | undefined>()
  const [result, setResult] = useState<readonly ResultItem[] | undefined>()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: liquidityKey })
    await queries.invalidateQueries({ queryKey: partnersKey })
  }
  const quoteOne = useAction(liquidity.quoteReplenish, {
    repeats: true,
    onDone: ({ data }) =>
      setAsked({
        items: [data],
        total: data.totalReplenishAmount,
        validUntil: data.validUntil,
        batchQuoteId: undefined,
      }),
  })
  const quoteMany = useAction(liquidity.quoteReplenishBatch, {
    repeats: true,
    onDone: ({ data }) =>
      setAsked({
        items: data.items,
        total: data.totalReplenishAmount,
        validUntil: data.validUntil,
        batchQuoteId: data.batchQuoteId,
      }),
  })
  const payOne = useAction(liquidity.initiateReplenish, {
    onDone: async ({ data }) => {
      setResult([data])
      await refresh()
    },
  })
  const payMany = useAction(liquidity.replenishBatch, {
    onDone: async ({ data }) => {
      setResult(data.items)
      await refresh()
    },
  })
  return {
    asked,
    result,
    isBusy: [quoteOne, quoteMany, payOne, payMany].some(({ isBusy }) => isBusy),
    quoteError: quoteOne.error ?? quoteMany.error,
    payError: payOne.error ?? payMany.error,
    back: () => {
      setAsked(undefined)
      payOne.forget()
      payMany.forget()
    },
    ask: (drawings: readonly Drawing[]) => {
      const hashes = drawings.map(({ originalTxnHash }) => originalTxnHash)
      const [only] = hashes
      quoteOne.forget()
      quoteMany.forget()
      if (hashes.length === 1 && only) quoteOne.send({ body: { originalTxnHash: only } })
      else quoteMany.send({ body: { originalTxnHashes: hashes } })
    },
    pay: ({ items, batchQuoteId }: Asked, mode: Mode) => {
      const quoted = items.filter(isQuoted)
      const [first] = quoted
      if (!first) return
      const { originalTxnHash, totalReplenishAmount, asset } = first
      if (batchQuoteId === undefined) {
        payOne.send({ body: { originalTxnHash, totalReplenishAmount, asset } })
        return
      }
      payMany.send({
        body: {
          batchQuoteId,
          mode,
          asset,
          items: quoted.map((item) => ({
            originalTxnHash: item.originalTxnHash,
            totalReplenishAmount: item.totalReplenishAmount,
          })),
        },
      })
    },
  }
}

export type Replenish = ReturnType<typeof useReplenish>
