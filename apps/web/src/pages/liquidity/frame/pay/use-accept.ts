import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAction } from '../../../../features/actions/action.tsx'
import { isExactFee } from '../../../../features/liquidity/fee-match.ts'
import { liquidity, queries } from '../../../../api/call.ts'
import {
  liquidityKey,
  type ReserveFrame,
  unmatchedQuery,
} from '../../../../api/queries/liquidity.ts'
import { useIsAllowed } from '../../../../features/access/is-allowed.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { t } from '../../../../messages/text.ts'

type Frame = Pick<ReserveFrame, 'id' | 'status' | 'asset' | 'feePayment' | 'misc'>

/** Accepts a frame with the transaction that paid its fee. */
export function useAccept(
  { id }: Pick<ReserveFrame, 'id'>,
  { onRefused }: { onRefused?: (error: unknown) => void } = {},
) {
  const refresh = () => queries.invalidateQueries({ queryKey: liquidityKey })
  const accept = useAction(liquidity.acceptReserve, {
    onDone: async ({ message }) => {
      toast({ tone: 'done', title: t('The fee was found'), text: message })
      await refresh()
    },
    onRefused: async (error) => {
      onRefused?.(error)
      await refresh()
    },
  })
  return {
    isBusy: accept.isBusy,
    error: accept.error,
    forget: accept.forget,
    send: (feeTxnHash: string) => accept.send({ body: { reserveFrameId: id, feeTxnHash } }),
  }
}

/** Watches what arrives: a payment of exactly the fee is taken as it, once, without being asked. */
export function useDetectedFee(frame: Frame): { isWatching: boolean; error: unknown } {
  const isWatching = useIsAllowed('liquidity:write') && frame.status === 'QUOTED'
  const { data } = useQuery({ ...unmatchedQuery(isWatching), enabled: isWatching })
  const hash = data?.data.find((payment) => isExactFee(payment, frame))?.transactionHash
  const accept = useAccept(frame)
  const tried = useRef(new Set<string>())
  const take = useEffectEvent((found: string) => {
    if (tried.current.has(found)) return
    tried.current.add(found)
    accept.send(found)
  })
  useEffect(() => {
    if (isWatching && hash) take(hash)
  }, [isWatching, hash])
  return { isWatching, error: accept.error }
}
