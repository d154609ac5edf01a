import { queryOptions, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call, transfers } from '../../api/call.ts'
import { useMissingPermission } from '../../api/session.ts'
import { LinkButton, TextLink } from '../../components/links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Region } from '../../components/region.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestTransfers, LatestSkeleton } from './latest-transfers.tsx'
import { NeedsYou } from './needs-you.tsx'
import { WebhookHealth } from './webhook-health.tsx'

const shown = 8

const latestQuery = queryOptions({
  queryKey: ['transfers', 'overview', 'latest'],
  queryFn: ({ signal }) =>
    call(transfers.list, { query: { limit: String(shown), sort: '-createdAt' } }, { signal }),
})

/** In ten seconds: is anything wrong, what needs me, what happened last. */
export function Component() {
  const latest = useQuery(latestQuery)
  const missing = useMissingPermission('transfers:write')
  const isNew = latest.data?.data.length === 0
  return (
    <>
      <PageHead
        heading="Overview"
        actions={
          isNew || missing ? null : (
            <LinkButton to={paths.newTransfer} variant="primary" icon={<Plus className="i-m" />}>
              New transfer
            </LinkButton>
          )
        }
      />
      <div className="grid">
        {isNew ? <FirstSteps /> : <NeedsYou />}
        {isNew ? null : (
          <Card
            title="Latest transfers"
            flush
            end={<TextLink to={paths.transfers}>All transfers</TextLink>}
          >
            <Region query={latest} what="Transfers" skeleton={<LatestSkeleton rows={shown} />}>
              {({ data }) => <LatestTransfers transfers={data} />}
            </Region>
          </Card>
        )}
        {isNew ? null : <WebhookHealth />}
      </div>
    </>
  )
}
