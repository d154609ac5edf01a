import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, useState, useRef } from 'react'
import { q, transfers } from '../../../api/call.ts'
import { latestShown } from '../../../api/queries/transfers.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestSkeleton, LatestTransfers } from './latest-transfers.tsx'
import { useNeeds } from './needs.ts'
import { NeedsYou } from './needs-you.tsx'
import { PeriodChoice, useFigures } from './period.tsx'
import { RoutesCard } from './routes-card.tsx'
import { Tiles, TilesSkeleton } from './tiles.tsx'
import { WebhookHealth } from './webhook-health.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { queries } from '../../../api/query-client.ts'
import { figuresKey } from '../../../api/figures.ts'
import { t } from '../../../messages/text.ts'

const everyMs = 5_000

/** Reads the figures again after transfers changed, at most every five seconds. */
function useFiguresRefresh(changedAt: number): void {
  const seen = useRef(changedAt)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (seen.current === 0 || seen.current === changedAt) {
      seen.current = changedAt
      return
    }
    seen.current = changedAt
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: figuresKey })
    }, everyMs)
  }, [changedAt])
  useEffect(() => () => clearTimeout(timer.current), [])
}

const started: FilterField = {
  kind: 'dates',
  key: 'started',
  label: t('Started'),
  from: 'createdFrom',
  to: 'createdTo',
}
/** As the list of transfers calls them. */
const columns = ['status', 'in', 'out', 'fees', 'parties', 'reference', 'started', 'completed']

/** The transfers that the figures below count, as a file. */
function ExportPeriod() {
  const { data, isPlaceholderData } = useFigures()
  const period = isPlaceholderData ? undefined : data?.data.current
  const query = { createdFrom: period?.from, createdTo: period?.to }
  return (
    <ExportButton
      list="transfers"
      view={{ query, columns, filters: [started] }}
      disabledReason={period ? undefined : t('The figures are not loaded yet')}
    />
  )
}

const LiquidityCard = lazyPart(() => import('./liquidity-card.tsx'), 'LiquidityCard')
const VolumeCard = lazyPart(() => import('./volume-card.tsx'), 'VolumeCard')
const CorridorsCard = lazyPart(() => import('./corridors-card.tsx'), 'CorridorsCard')

/** In ten seconds: is anything wrong, what needs me, how is it going. */
export function Component() {
  const latest = useLatest()
  const { needs, isSettled } = useNeeds()
  const isLate = useLate()
  const missing = useMissingPermission('transfers:write')
  const cannotRead = useMissingPermission('transfers:read')
  const isNew = latest.data?.data.length === 0
  useFiguresRefresh(latest.dataUpdatedAt)
  // What needs somebody is on top, so the rest is drawn with it: nothing is pushed down afterwards.
  const isReady = (isSettled && !latest.isPending) || isLate
  return (
    <>
      <PageHead
        heading={t('Overview')}
        actions={
          isNew ? null : (
            <>
              {cannotRead ? null : <ExportPeriod />}
              {missing ? null : (
                <LinkButton to={paths.newTransfer} data-key="new" variant="primary" icon={Plus}>
                  {t('New transfer')}
                </LinkButton>
              )}
            </>
          )
        }
      />
      {isReady ? (
        <div className="grid">{isNew ? <FirstSteps /> : <NeedsYou needs={needs} />}</div>
      ) : null}
      {isNew ? null : isReady ? (
        <Cards latest={latest} key="cards" />
      ) : (
        <div className="grid appear-late" key="skeleton" aria-busy="true">
          <Card aria-label={t('Loading')} className="min-h-40" />
          <TilesSkeleton />
        </div>
      )}
    </>
  )
}

const waitMs = 1_500

/** One slow answer does not hold up the others for longer than this. */
function useLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

const useLatest = () =>
  useQuery(q(transfers.list, { limit: String(latestShown), sort: '-createdAt' }))
type LatestProps = { latest: ReturnType<typeof useLatest> }

function Cards({ latest }: LatestProps) {
  const figures = useFigures()
  const hidesLiquidity = useMissingPermission('liquidity:read')
  return (
    <div className="grid mt-4">
      <PeriodChoice />
      <Region query={figures} what={t('Figures')} skeleton={<TilesSkeleton />}>
        {({ data }) => <Tiles figures={data} />}
      </Region>
      <div className={hidesLiquidity ? 'grid' : 'grid grid-2-1'}>
        <Suspense
          fallback={<Card aria-label={t('Volume by source currency')} className="volume-card" />}
        >
          <VolumeCard />
        </Suspense>
        {hidesLiquidity ? null : (
          <Suspense fallback={<Card aria-label={t('Liquidity')} className="min-h-40" />}>
            <LiquidityCard />
          </Suspense>
        )}
      </div>
      <div className="grid grid-2-1">
        <LatestCard latest={latest} />
        <div className="grid">
          <RoutesCard />
          <WebhookHealth />
        </div>
      </div>
      <Suspense fallback={<Card aria-label={t('Corridors')} className="min-h-40" />}>
        <CorridorsCard />
      </Suspense>
    </div>
  )
}

function LatestCard({ latest }: LatestProps) {
  return (
    <Card
      title={t('Latest transfers')}
      flush
      end={<TextLink to={paths.transfers}>{t('All transfers')}</TextLink>}
    >
      <Region query={latest} what={t('Transfers')} skeleton={<LatestSkeleton rows={latestShown} />}>
        {({ data }) => <LatestTransfers transfers={data} />}
      </Region>
    </Card>
  )
}
