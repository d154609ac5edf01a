import { frameStates, statesWhere } from '@corridor/domain'
import type { FilterField } from '../../../ui/table/types.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { LimitCards, LimitCardsSkeleton } from '../../../features/liquidity/limit-cards.tsx'
import { statusAt } from '../../../features/liquidity/labels.ts'
import { useFrameNow } from '../../../features/liquidity/status.tsx'
import { useNow } from '../../../api/clock.ts'
import {
  framesByQuery,
  framesMax,
  framesOfQuery,
  type ReserveFrame,
} from '../../../api/queries/liquidity.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { useZone } from '../../../ui/display/values.tsx'
import { LinkButton, PageLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { useKeys } from '../../../ui/preferences/keys.ts'
import { LiquidityPage } from '../head/liquidity-page.tsx'
import { FeeBanners } from './fee-banners.tsx'
import { FramesChart, lanesMax } from './frames-chart.tsx'
import { FramesTable } from './frames-table.tsx'
import { type Span, spanOf, type Zoom, zoomLabels, zooms } from './timeline-view.ts'
import { q, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** What is reserved and what it leaves: the credit line in one view. */
export function Component() {
  const limits = useQuery(q(liquidity.limits, {}))
  const quoted = useQuery(framesByQuery('QUOTED'))
  const frames = quoted.data?.data ?? none
  const now = useFrameNow(frames)
  // What waits for its fee stands above all else, which appears with it.
  const first = {
    ...quoted,
    data: quoted.isPending ? undefined : frames,
    error: null,
    isFetching: false,
  }
  const shown = useFrames()
  return (
    <LiquidityPage current="reserves">
      <Region query={first} what={t('Reserve frames')} skeleton={<SkeletonLines lines={8} />}>
        {() => (
          <div className="grid">
            <FeeBanners frames={frames} now={now} />
            <Region query={limits} what={t('Limits')} skeleton={<LimitCardsSkeleton />}>
              {({ data }) => <LimitCards limits={data} />}
            </Region>
            <FramesCard {...shown} />
          </div>
        )}
      </Region>
    </LiquidityPage>
  )
}

const none: readonly ReserveFrame[] = []

const exported = [
  'status',
  'amount',
  'asset',
  'drawn',
  'startTimestamp',
  'endTimestamp',
  'hourlyFeeRateInBps',
  'feeAmount',
  'feeTxnHash',
  'transactionId',
]
const filters: readonly FilterField[] = [
  { kind: 'dates', key: 'span', label: t('Time shown'), from: 'from', to: 'to' },
]

/** The frames of the time that the address names. */
function useFrames() {
  const zone = useZone()
  const view = useView()
  const span = spanOf(useNow(60_000), view.zoom, view.shift, zone)
  const from = new Date(span.from).toISOString()
  const to = new Date(span.to).toISOString()
  const query = useQuery({ ...framesOfQuery(from, to), placeholderData: keepPreviousData })
  return { view, span, query, exportedView: { from, to, sort: '-startTimestamp' } }
}

function FramesCard({ view, span, query, exportedView }: ReturnType<typeof useFrames>) {
  const asset = query.data?.data[0]?.asset ?? ''
  return (
    <Card
      title={t('Reserve frames')}
      beside={
        <span className="caption only-large">
          {asset ? `${asset}. ` : ''}
          {t('Bar height is the amount, the dark foot the share drawn')}
        </span>
      }
      end={
        <>
          <ViewControls {...view} />
          <ExportButton
            size="s"
            list="reserves"
            view={{ query: exportedView, columns: exported, filters }}
          />
        </>
      }
      flush
    >
      <Region query={query} what={t('Reserve frames')} skeleton={<FramesSkeleton />}>
        {({ data }) => <Frames frames={data} span={span} zoom={view.zoom} />}
      </Region>
    </Card>
  )
}

type FramesProps = { frames: readonly ReserveFrame[]; span: Span; zoom: Zoom }

function Frames({ frames, span, zoom }: FramesProps) {
  const now = useFrameNow(frames)
  const newestFirst = useMemo(() => frames.toReversed(), [frames])
  const isAllowed = useIsAllowed('liquidity:write')
  if (frames.length === 0) {
    return (
      <EmptyState
        title={t('No reserve frames in this time')}
        actions={
          isAllowed ? (
            <LinkButton to={liquidityPaths.newReserve}>{t('Get reserve quote')}</LinkButton>
          ) : null
        }
      >
        {t(
          'A frame keeps an amount of the credit line ready for a time, against a fee that is paid beforehand.',
        )}
      </EmptyState>
    )
  }
  const drawn = frames.filter((frame) => !over.includes(statusAt(frame, now)))
  return (
    <>
      {drawn.length > 0 ? (
        <FramesChart
          frames={drawn}
          asset={frames[0]?.asset ?? ''}
          now={now}
          from={span.from}
          to={span.to}
          zoom={zoom}
        />
      ) : null}
      {drawn.length > lanesMax || frames.length >= framesMax ? (
        <p className="caption px-4 pb-2">
          {drawn.length > lanesMax
            ? t('The first {count} of {total} are drawn.', { count: lanesMax, total: drawn.length })
            : null}{' '}
          {frames.length >= framesMax
            ? t('Only {count} are listed: show less time.', { count: framesMax })
            : null}
        </p>
      ) : null}
      <div className="border-t border-line">
        <FramesTable frames={newestFirst} now={now} />
      </div>
    </>
  )
}

/** Quotes and frames that hold nothing any more are in the table only. */
const over: readonly string[] = statesWhere(frameStates, ({ isOver }) => isOver)

type View = {
  zoom: Zoom
  shift: number
  zoomTo: (zoom: Zoom) => string
  shiftTo: (shift: number) => string
}

/** How much time is shown and which, in the address. */
function useView(): View {
  const zoom = useSearchValue('zoom')
  const shift = useSearchValue('shift')
  const current = zooms.find((item) => item === zoom.value) ?? '7d'
  const at = Math.round(Number(shift.value ?? 0)) || 0
  const view: View = {
    zoom: current,
    shift: Math.max(-1000, Math.min(1000, at)),
    zoomTo: (next) => zoom.linkTo(next === '7d' ? undefined : next),
    shiftTo: (next) => shift.linkTo(next === 0 ? undefined : String(next)),
  }
  useZoomKeys(view)
  return view
}

/** Shows less and more time. */
function useZoomKeys({ zoom, zoomTo }: View): void {
  const navigate = useNavigate()
  const go = (step: 1 | -1) => {
    const next = zooms[zooms.indexOf(zoom) + step]
    if (next !== undefined) void navigate(zoomTo(next), { preventScrollReset: true })
    return next !== undefined
  }
  useKeys({ zoomIn: () => go(-1), zoomOut: () => go(1) })
}

function ViewControls({ zoom, shift, zoomTo, shiftTo }: View) {
  return (
    <>
      <nav className="segments" aria-label={t('Time shown')}>
        <PageLink to={shiftTo(shift - 1)} preventScrollReset aria-label={t('Earlier')}>
          <ChevronLeft className="icon-medium" />
        </PageLink>
        <PageLink
          to={shiftTo(0)}
          preventScrollReset
          aria-current={shift === 0 ? 'true' : undefined}
        >
          {t('Now')}
        </PageLink>
        <PageLink to={shiftTo(shift + 1)} preventScrollReset aria-label={t('Later')}>
          <ChevronRight className="icon-medium" />
        </PageLink>
      </nav>
      <nav className="segments" aria-label={t('Zoom')}>
        {zooms.map((item) => (
          <PageLink
            key={item}
            to={zoomTo(item)}
            preventScrollReset
            aria-current={item === zoom ? 'true' : undefined}
          >
            {zoomLabels[item]}
          </PageLink>
        ))}
      </nav>
    </>
  )
}

function FramesSkeleton() {
  return (
    <div className="appear-late p-4" aria-hidden="true">
      <div className="h-74" />
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="row h-9 border-t border-line">
          <Skeleton look="pill" width={92} />
          <Skeleton width={120 + ((index * 37) % 90)} />
        </div>
      ))}
    </div>
  )
}
