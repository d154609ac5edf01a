import { useQuery } from '@tanstack/react-query'
import { type Kyc, kycStatusQuery } from '../../../api/queries/kyc.ts'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { codeLabel } from '../../../ui/format/status.ts'

type Period = Kyc['limits']['daily']

/** What the customer may move by the level of its verification, and how much of it is used. */
export function LimitsCard({ entityId }: { entityId: string }) {
  const { data } = useQuery(kycStatusQuery(entityId))
  if (!data) return null
  const { level, currency, perTransfer, daily, monthly } = data.data.limits
  return (
    <Card title="Limits">
      <DescriptionList
        rows={[
          { label: 'Verification level', value: codeLabel(level) },
          { label: 'One transfer', value: <Amount value={perTransfer} currency={currency} /> },
          { label: 'Today', value: <Used period={daily} currency={currency} /> },
          { label: 'This month', value: <Used period={monthly} currency={currency} /> },
        ]}
      />
    </Card>
  )
}

function Used({ period, currency }: { period: Period; currency: string }) {
  return (
    <span>
      <Amount value={period.used} currency={currency} /> of{' '}
      <Amount value={period.limit} currency={currency} />,{' '}
      <span className="muted">
        until <Time at={period.resetsAt} />
      </span>
    </span>
  )
}
