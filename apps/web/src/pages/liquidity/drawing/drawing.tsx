import { useReplenishAt } from '../replenish/use-replenish-at.ts'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { RecordEvents } from '../../../features/webhooks/record-events.tsx'
import { liquidity, q } from '../../../api/call.ts'
import type { Drawing } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusPill } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { FactsTab } from './facts-tab.tsx'
import { ReplenishmentsTab } from './replenishments-tab.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { RecordTabs } from '../../../ui/page/record-tabs.tsx'
import { t } from '../../../messages/text.ts'

const QuotesTab = lazyPart(() => import('../quotes/quotes-tab.tsx'), 'QuotesTab')

const tabs = [
  { key: 'fee', label: t('Fee and facts') },
  { key: 'quotes', label: t('Quotes') },
  { key: 'replenishments', label: t('Replenishments') },
  { key: 'events', label: t('Events') },
  { key: 'json', label: 'JSON' },
] as const
type TabKey = (typeof tabs)[number]['key']

const contents: Record<TabKey, ComponentType<{ drawing: Drawing }>> = {
  fee: FactsTab,
  quotes: QuotesTab,
  replenishments: ReplenishmentsTab,
  events: EventsTab,
  json: JsonTab,
}

/** One drawing: what is owed on it and how it is repaid. */
export function Component() {
  const { id: ltxId = '', tab = 'fee' } = useParams()
  const query = useQuery(q(liquidity.detail, { transactionId: ltxId }))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current) return <NotFoundPage />
  return (
    <RecordPage
      query={query}
      what={t('Drawing')}
      skeleton={<SkeletonLines lines={8} />}
      trail={[
        { label: t('Liquidity'), to: paths.liquidity },
        { label: t('Drawings'), to: liquidityPaths.drawings },
      ]}
      name={query.data?.data.transactionId ?? ltxId}
    >
      {({ data }) => <DrawingPage drawing={data} tab={current} />}
    </RecordPage>
  )
}

function DrawingPage({ drawing, tab }: { drawing: Drawing; tab: TabKey }) {
  const { ltxId, transactionId, status, replenishments } = drawing
  const Content = contents[tab]
  return (
    <>
      <PageHead
        heading={t('Drawing {reference}', { reference: transactionId })}
        text={
          <span className="row flex-wrap mt-2">
            <StatusPill status={status} />
            <span className="row gap-1">
              <Copied text={ltxId} label={t('Copy drawing id')} />
            </span>
          </span>
        }
        actions={<Actions drawing={drawing} />}
      />
      <RecordTabs
        label={t('Drawing')}
        tabs={tabs}
        current={tab}
        to={(key) => liquidityPaths.drawing(ltxId, key)}
        counts={{ replenishments: countText(replenishments.length) }}
      >
        <Content drawing={drawing} />
      </RecordTabs>
    </>
  )
}

function EventsTab({ drawing: { ltxId } }: { drawing: Drawing }) {
  return <RecordEvents id={ltxId} name={t('Events of this drawing')} />
}

function JsonTab({ drawing }: { drawing: Drawing }) {
  return (
    <Card title={t('Record')}>
      <JsonView value={drawing} />
    </Card>
  )
}

const ReplenishDialog = part(() => import('../replenish/replenish-dialog.tsx'), 'ReplenishDialog')

function Actions({ drawing }: { drawing: Drawing }) {
  const at = useReplenishAt()
  const isAllowed = useIsAllowed('liquidity:write')
  if (!isAllowed || !drawing.allowedActions.includes('replenish')) return null
  return (
    <>
      <Button
        variant="primary"
        icon={<Undo2 className="icon-medium" />}
        aria-haspopup="dialog"
        onClick={() => at.ask([drawing.ltxId])}
      >
        {t('Replenish')}
      </Button>
      {at.isAsked ? <ReplenishDialog at={at} /> : null}
    </>
  )
}
