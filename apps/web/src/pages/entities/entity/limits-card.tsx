import { raisers } from '../../../features/actions/who-raises.ts'
import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { kyc, q } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import type { Kyc } from '../../../api/queries/kyc.ts'
import { Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type Period = Kyc['limits']['daily']

/** What the customer may move by the level of its verification, and how much of it is used. */
export function LimitsCard({ entityId }: { entityId: string }) {
  const { data, error } = useQuery(q(kyc.status, { entityId }))
  const missing = useMissingPermission('kyc:read')
  if (missing || (error && !data)) return null
  return (
    <Card
      title={t('Limits')}
      className="max-w-160"
      footer={<span className="muted">{raisers.customer}</span>}
    >
      {data ? <Rows limits={data.data.limits} /> : <SkeletonLines />}
    </Card>
  )
}

function Rows({ limits }: { limits: Kyc['limits'] }) {
  const { level, currency, perTransfer, daily, monthly } = limits
  return (
    <DescriptionList
      rows={[
        fact(t('Verification level'), codeLabel(level)),
        fact(t('One transfer'), <Amount value={perTransfer} currency={currency} />),
        fact(t('Today'), <Used period={daily} currency={currency} />),
        fact(t('This month'), <Used period={monthly} currency={currency} />),
      ]}
    />
  )
}

function Used({ period, currency }: { period: Period; currency: string }) {
  return (
    <span>
      {rich('{amount} of {limit}', {
        amount: <Amount value={period.used} currency={currency} />,
        limit: <Amount value={period.limit} currency={currency} />,
      })}
      <span className="muted">
        {' · '}
        {rich('until {time}', { time: <Time at={period.resetsAt} /> })}
      </span>
    </span>
  )
}
