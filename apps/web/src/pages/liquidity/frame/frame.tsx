import { useQuery } from '@tanstack/react-query'
import { ArrowDownToLine, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { FrameStatus, useFrameNow } from '../../../features/liquidity/status.tsx'
import { RecordEvents } from '../../../features/webhooks/record-events.tsx'
import { frameQuery, type ReserveFrame } from '../../../api/queries/liquidity.ts'
import { drawingsSourceOfFrame } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { WithPage } from '../../../ui/page/region.tsx'
import { RecordList } from '../../../ui/table/record-list.tsx'
import { drawingColumns, drawingLines, drawingLink, idOfDrawing } from '../drawings/columns.tsx'
import { FrameFacts } from './frame-facts.tsx'
import { StatusBoard } from './status-board.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { RecordTabs } from '../../../ui/page/record-tabs.tsx'
import { t } from '../../../messages/text.ts'

const tabs = [
  { key: 'drawings', label: t('Drawings') },
  { key: 'events', label: t('Events') },
  { key: 'json', label: 'JSON' },
] as const
type TabKey = (typeof tabs)[number]['key']

/** One reserve frame: how far it is, what it costs, what is drawn on it. */
export function Component() {
  const { id: reserveFrameId = '', tab = 'drawings' } = useParams()
  const query = useQuery(frameQuery(reserveFrameId))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current) return <NotFoundPage />
  return (
    <RecordPage
      query={query}
      what={t('Reserve frame')}
      skeleton={<SkeletonLines lines={8} />}
      trail={[{ label: t('Liquidity'), to: paths.liquidity }]}
      name={t('Reserve frame')}
    >
      {(frame) => <FramePage frame={frame} tab={current} />}
    </RecordPage>
  )
}

const PayFee = lazyPart(() => import('./pay/pay-fee.tsx'), 'PayFee')

function FramePage({ frame, tab }: { frame: ReserveFrame; tab: TabKey }) {
  const now = useFrameNow(useMemo(() => [frame], [frame]))
  const { id, amount, asset, status, validUntil } = frame
  const waits = status === 'QUOTED' && now < Date.parse(validUntil)
  return (
    <>
      <PageHead
        heading={t('Reserve frame of {amount}', { amount: amountText(amount, asset) })}
        text={
          <span className="row flex-wrap mt-2">
            <FrameStatus frame={frame} now={now} />
            <span className="row gap-1">
              <Copied text={id} label={t('Copy frame id')} />
            </span>
          </span>
        }
        actions={<FrameActions frame={frame} />}
      />
      <div className="grid mb-6">
        <StatusBoard frame={frame} now={now} />
        <WithPage>{waits ? <PayFee frame={frame} /> : null}</WithPage>
        <FrameFacts frame={frame} />
      </div>
      <RecordTabs
        label={t('Reserve frame')}
        tabs={tabs}
        current={tab}
        to={(key) => liquidityPaths.reserveFrame(id, key)}
      >
        <TabContent frame={frame} tab={tab} />
      </RecordTabs>
    </>
  )
}

function TabContent({ frame, tab }: { frame: ReserveFrame; tab: TabKey }) {
  if (tab === 'events') return <RecordEvents id={frame.id} name={t('Events of this frame')} />
  if (tab === 'drawings') return <Drawings frame={frame} />
  return (
    <Card title={t('Record')}>
      <JsonView value={frame} />
    </Card>
  )
}

function Drawings({ frame: { id } }: { frame: ReserveFrame }) {
  const source = useMemo(() => drawingsSourceOfFrame(id), [id])
  return (
    <RecordList
      name={t('Drawings on this frame')}
      noun={[t('drawing'), t('drawings')]}
      source={source}
      columns={drawingColumns}
      rowId={idOfDrawing}
      rowLink={drawingLink}
      stack={drawingLines}
      empty={{
        title: t('No drawings on this frame yet'),
        text: t(
          'Once the frame has begun, its amount can be drawn without using more of the credit line.',
        ),
      }}
    />
  )
}

const CancelDialog = part(() => import('./cancel-dialog.tsx'), 'CancelDialog')

/** What may be asked of a frame now; who may not ask sees nothing. */
function FrameActions({ frame }: { frame: ReserveFrame }) {
  const [asks, setAsks] = useState(false)
  const isAllowed = useIsAllowed('liquidity:write')
  const { id, allowedActions, phase } = frame
  if (!isAllowed) return null
  return (
    <>
      {allowedActions.includes('cancel') ? (
        <Button variant="danger" icon={X} aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {t('Cancel frame')}
        </Button>
      ) : null}
      {allowedActions.includes('draw') || phase === 'UPCOMING' ? (
        <LinkButton to={liquidityPaths.drawingOnFrame(id)} variant="primary" icon={ArrowDownToLine}>
          {phase === 'UPCOMING' ? t('Schedule a drawing') : t('Draw on this frame')}
        </LinkButton>
      ) : null}
      {asks ? <CancelDialog frame={frame} onClose={() => setAsks(false)} /> : null}
    </>
  )
}
