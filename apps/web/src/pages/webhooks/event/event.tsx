import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import {
  changesStatus,
  eventName,
  StatusChange,
  subjectOf,
} from '../../../features/webhooks/event-list.tsx'
import { eventQuery, type HookEvent } from '../../../api/queries/events.ts'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Card, FactStrip, fact } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { EventDeliveries } from './event-deliveries.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { t } from '../../../messages/text.ts'

/** One event as receivers get it, and the record it is about. */
export function Component() {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const at = search.get('at')
  const query = useQuery(eventQuery(eventId, at))
  return (
    <RecordPage
      query={query}
      what={t('Event')}
      trail={[{ label: t('Webhook events'), to: paths.webhookEvents }]}
      name={eventId}
    >
      {(event) => <EventRecord event={event} />}
    </RecordPage>
  )
}

function EventRecord({ event }: { event: HookEvent }) {
  return (
    <>
      <PageHead
        heading={<span className="break-anywhere">{eventName(event)}</span>}
        title={eventName(event)}
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status={event.eventStatus} />
            {changesStatus(event) ? <StatusChange event={event} /> : null}
          </span>
        }
        actions={<RecordLink event={event} />}
      />
      <FactStrip
        rows={[
          fact(t('Event'), <CopiedId id={event.eventId} copy={t('Copy event id')} />),
          fact(t('Subject'), <CopiedId id={subjectOf(event)} copy={t('Copy subject')} />),
          fact(t('Time'), <Time at={event.createdAt} detail="second" withZone />),
          fact(t('Sequence'), event.sequence),
          fact(t('Environment'), event.environment),
        ]}
      />
      <EventDeliveries eventId={event.eventId} />
      <Card title={t('Event as JSON')}>
        <JsonView value={event} label={t('Record')} openDepth={3} />
      </Card>
    </>
  )
}

function CopiedId({ id, copy }: { id: string; copy: string }) {
  if (id === '') return <span className="faint">–</span>
  return <Copied text={id} label={copy} />
}

/** The way to the record; an event may name both a transfer and an entity. */
function RecordLink({ event }: { event: HookEvent }) {
  const { executionId, entityId, reserveFrameId, ltxId } = event.eventObject
  return (
    <>
      {typeof reserveFrameId === 'string' && reserveFrameId !== '' ? (
        <TextLink to={liquidityPaths.reserveFrame(reserveFrameId)}>
          {t('Open reserve frame')}
        </TextLink>
      ) : null}
      {typeof ltxId === 'string' && ltxId !== '' ? (
        <TextLink to={liquidityPaths.drawing(ltxId)}>{t('Open drawing')}</TextLink>
      ) : null}
      {typeof entityId === 'string' && entityId !== '' ? (
        <TextLink to={paths.entity(entityId)}>{t('Open entity')}</TextLink>
      ) : null}
      {executionId ? (
        <LinkButton to={paths.transfer(executionId)}>{t('Open transfer')}</LinkButton>
      ) : null}
    </>
  )
}
