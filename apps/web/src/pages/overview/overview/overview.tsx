import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestTransfers, LatestSkeleton } from './latest-transfers.tsx'
import { NeedsYou } from './needs-you.tsx'
import { WebhookHealth } from './webhook-health.tsx'
import { latestShown, latestTransfersQuery } from '../../../api/queries/transfers.ts'

const LiquidityCard = lazy(async () => ({
  default: (await import('./liquidity-card.tsx')).LiquidityCard,
}))

/** In ten seconds: is anything wrong, what needs me, what happened last. */
export function Component() {
  const latest = useQuery(latestTransfersQuery)
  const missing = useMissingPermission('transfers:write')
  const hidesLiquidity = useMissingPermission('liquidity:read')
  const isNew = latest.data?.data.length === 0
  return (
    <>
      <PageHead
        heading="Overview"
        actions={
          isNew || missing ? null : (
            <LinkButton
              to={paths.newTransfer}
              variant="primary"
              icon={<Plus className="icon-medium" />}
            >
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
            <Region
              query={latest}
              what="Transfers"
              skeleton={<LatestSkeleton rows={latestShown} />}
            >
              {({ data }) => <LatestTransfers transfers={data} />}
            </Region>
          </Card>
        )}
        {isNew || hidesLiquidity ? null : (
          <Suspense fallback={<Card aria-label="Liquidity" className="min-h-40" />}>
            <LiquidityCard />
          </Suspense>
        )}
        {isNew ? null : <WebhookHealth />}
      </div>
    </>
  )
}
