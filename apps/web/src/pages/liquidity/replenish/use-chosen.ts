import type { ReplenishAt } from './use-replenish-at.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { liquidity, q } from '../../../api/call.ts'
import { batchMax, type Drawing } from '../../../api/queries/replenishment.ts'

const none: readonly string[] = []

/** The drawings that are offered, and those that were picked among them. */
export function useChosen({ ids, ticked, tick }: ReplenishAt) {
  const open = useQuery({
    ...q(liquidity.list, { open: 'true', sort: 'dueAt', limit: String(batchMax) }),
    enabled: ids === undefined,
  })
  const named = useQueries({
    queries: (ids ?? none).map((transactionId) => q(liquidity.detail, { transactionId })),
    combine: (read) => ({
      drawings: read.flatMap(({ data }) => data?.data ?? []),
      isPending: read.some(({ isPending }) => isPending),
      error: read.find(({ error }) => error)?.error ?? null,
    }),
  })
  const offered = ids ? named.drawings : (open.data?.data ?? [])
  return {
    offered,
    isPending: ids ? named.isPending : open.isPending,
    error: ids ? named.error : open.error,
    refetch: () => void open.refetch(),
    picked: offered.filter((drawing) => ticked.has(drawing.ltxId) && canReplenish(drawing)),
    isTicked: ({ ltxId }: Drawing) => ticked.has(ltxId),
    tick: ({ ltxId }: Drawing, isOn: boolean) => {
      const next = new Set(ticked)
      if (isOn) next.add(ltxId)
      else next.delete(ltxId)
      tick(next)
    },
  }
}

export const canReplenish = ({ allowedActions }: Drawing): boolean =>
  allowedActions.includes('replenish')
