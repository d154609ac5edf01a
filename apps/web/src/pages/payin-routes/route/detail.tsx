import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb, LinkButton } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { routeName, routeReason } from '../../../features/payin-routes/words.ts'
import { Region } from '../../../ui/page/region.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { FlowStrip } from './flow-strip.tsx'
import { ForwardingCard } from './forwarding-card.tsx'
import { InstructionsCard } from './instructions.tsx'
import { type PayinRoute, routeQuery } from '../../../api/queries/payin-routes.ts'
import { RouteActions } from './route-actions.tsx'
import { RouteLock } from './toggle/toggle-switch.tsx'
import { WasThere } from './was-there.tsx'

const tabs = [
  { key: 'history', label: 'History' },
  { key: 'changes', label: 'Changes' },
  { key: 'deposits', label: 'Deposits chart' },
  { key: 'json', label: 'JSON' },
] as const
type TabKey = (typeof tabs)[number]['key']

const HistoryTab = lazy(async () => ({
  default: (await import('./history/history-tab.tsx')).HistoryTab,
}))
const ChangesTab = lazy(async () => ({
  default: (await import('./changes/changes-tab.tsx')).ChangesTab,
}))
const VolumeTab = lazy(async () => ({
  default: (await import('./volume/volume-tab.tsx')).VolumeTab,
}))

const contents: Record<TabKey, ComponentType<{ route: PayinRoute }>> = {
  history: HistoryTab,
  changes: ChangesTab,
  deposits: VolumeTab,
  json: JsonTab,
}

/** One route: where money comes in, what becomes of it, where it goes. */
export function Component() {
  const { routeId = '', tab = 'history' } = useParams()
  const query = useQuery(routeQuery(routeId))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current || isMissing(query)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Pay-in routes', to: paths.payinRoutes },
          { label: query.data ? routeName(query.data) : routeId },
        ]}
      />
      <Region query={query} what="Route">
        {(route) => <RoutePage route={route} tab={current} />}
      </Region>
    </>
  )
}

function RoutePage({ route, tab }: { route: PayinRoute; tab: TabKey }) {
  const { routeId, routeStatus, statusReason, totalTransactions } = route
  const Content = contents[tab]
  return (
    <>
      <PageHead
        heading={routeName(route)}
        text={
          <span className="row flex-wrap mt-2">
            <StatusPill status={routeStatus} />
            {statusReason ? <span>{routeReason(statusReason)}</span> : null}
            <span className="row gap-1">
              Route ID <span className="mono truncated">{routeId}</span>
              <CopyButton text={routeId} label="Copy route id" />
            </span>
          </span>
        }
        actions={
          <>
            <LinkButton to={paths.payinSheet(routeId)} icon={<Share2 className="icon-medium" />}>
              Share instructions
            </LinkButton>
            <RouteActions route={route} />
          </>
        }
      />
      <div className="grid mb-6">
        <WasThere route={route} />
        <RouteLock route={route} />
        <FlowStrip route={route} />
        <div className="grid grid-2-1">
          <InstructionsCard route={route} />
          <ForwardingCard route={route} />
        </div>
      </div>
      <Tabs
        label="Route"
        current={tab}
        tabs={tabs.map(({ key, label }) => ({
          key,
          label,
          to: paths.payinRoute(routeId, key === 'history' ? undefined : key),
          count: key === 'history' ? countText(totalTransactions) : undefined,
        }))}
      >
        <Suspense fallback={<SkeletonLines />}>
          <Content route={route} />
        </Suspense>
      </Tabs>
    </>
  )
}

function JsonTab({ route }: { route: PayinRoute }) {
  return (
    <Card title="Record">
      <JsonView value={route} />
    </Card>
  )
}
