import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { isApiError } from '../../../api/errors.ts'
import {
  changesStatus,
  eventName,
  StatusChange,
  subjectOf,
} from '../../../features/webhooks/event-list.tsx'
import { eventQuery, type HookEvent } from '../../../api/queries/events.ts'
import { Breadcrumb, LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { FactStrip } from '../../../ui/display/description-list.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { EventDeliveries } from './event-deliveries.tsx'
import { t } from '../../../messages/text.ts'

/** One event as receivers get it, and the record it is about. */
export function Component() {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const at = search.get('at')
  const query = useQuery(eventQuery(eventId, at))
  if (!query.data && isApiError(query.error) && query.error.status === 404) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Webhook events'), to: paths.webhookEvents }, { label: eventId }]}
      />
      <Region query={query} what={t('Event')}>
        {(event) => <EventRecord event={event} />}
      </Region>
    </>
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
          { label: t('Event'), value: <CopiedId id={event.eventId} copy={t('Copy event id')} /> },
          {
            label: t('Subject'),
            value: <CopiedId id={subjectOf(event)} copy={t('Copy subject')} />,
          },
          { label: t('Time'), value: <Time at={event.createdAt} detail="second" withZone /> },
          { label: t('Sequence'), value: event.sequence },
          { label: t('Environment'), value: event.environment },
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
  return (
    <>
      <span className="mono truncated">{id}</span>
      <CopyButton text={id} label={copy} />
    </>
  )
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
