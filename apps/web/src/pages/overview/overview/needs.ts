import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNow } from '../../../api/clock.ts'
import { approvalsForMeQuery } from '../../../api/queries/approvals.ts'
import {
  activeFramesQuery,
  framesByQuery,
  type ReserveFrame,
} from '../../../api/queries/liquidity.ts'
import { heldDepositsQuery } from '../../../api/queries/bank-payments.ts'
import { attentionQuery, stuckQuery } from '../../../api/queries/transfers.ts'
import { webhookEndpointsQuery } from '../../../api/queries/webhooks.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { q, kyc } from '../../../api/call.ts'
import { needsHelp } from './webhook-line.tsx'

const dayMs = 86_400_000

/** Everything that waits for a person, and whether all of it has been asked for. */
export function useNeeds() {
  const noLiquidity = useMissingPermission('liquidity:read') !== undefined
  const noKyc = useMissingPermission('kyc:read') !== undefined
  const noWebhooks = useMissingPermission('webhooks:read') !== undefined
  const noRoutes = useMissingPermission('payin-routes:read') !== undefined
  const now = useNow(60_000)
  const approvals = useQuery(approvalsForMeQuery)
  const attention = useQuery(attentionQuery)
  const stuck = useQuery(stuckQuery)
  const held = useQuery({ ...heldDepositsQuery, enabled: !noRoutes })
  const missing = useQuery({
    ...q(kyc.queue, { kycStatus: 'INFORMATION_REQUIRED', limit: '3' }),
    enabled: !noKyc,
  })
  const endpoints = useQuery({ ...webhookEndpointsQuery, enabled: !noWebhooks })
  const active = useQuery({ ...activeFramesQuery, enabled: !noLiquidity })
  const quoted = useQuery({ ...framesByQuery('QUOTED'), enabled: !noLiquidity })
  const all = [approvals, attention, stuck, held, missing, endpoints, active, quoted]
  const needs = {
    approvals: (approvals.data?.data ?? [])
      .filter(({ mayDecide }) => mayDecide)
      .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt)),
    failed: attention.data?.data ?? [],
    failedCount: attention.data?.pagination.total ?? attention.data?.data.length ?? 0,
    stuck: stuck.data?.data ?? [],
    held: held.data ?? { count: 0, oldest: undefined },
    missing: missing.data?.data ?? [],
    missingCount: missing.data?.pagination.total ?? missing.data?.data.length ?? 0,
    webhooks: (endpoints.data?.data ?? []).filter(needsHelp),
    ending: (active.data?.data ?? []).filter((frame) => endsWithin(frame, now)),
    unpaid: (quoted.data?.data ?? []).filter(({ validUntil }) => Date.parse(validUntil) > now),
  }
  return { needs, isSettled: all.every(isOver) }
}

export type Needs = ReturnType<typeof useNeeds>['needs']

/** It has answered or failed, or is not asked at all. */
const isOver = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>) =>
  !isPending || fetchStatus === 'idle'

const endsWithin = ({ startTimestamp, endTimestamp }: ReserveFrame, now: number) => {
  const end = Date.parse(endTimestamp)
  return Date.parse(startTimestamp) <= now && end > now && end - now < dayMs
}
