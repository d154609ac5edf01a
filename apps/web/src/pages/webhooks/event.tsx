import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { isApiError } from '../../api/errors.ts'
import { freshFor } from '../../api/query-client.ts'
import {
  changesStatus,
  eventName,
  type HookEvent,
  StatusChange,
  subjectOf,
} from '../../components/event-list.tsx'
import { Breadcrumb, LinkButton, TextLink } from '../../components/links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Region } from '../../components/region.tsx'
import { Component as NotFoundPage } from '../../components/not-found.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactStrip } from '../../ui/description-list.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'
import { EventDeliveries } from './event-deliveries.tsx'
import { findEvent } from './find-event.ts'

/** One event as receivers get it, and the record it is about. */
export function Component() {
  const { eventId = '' } = useParams()
  const [words] = useSearchParams()
  const queries = useQueryClient()
  const at = words.get('at')
  const query = useQuery(
    queryOptions({
      // An event never changes, so live messages need not name it.
      queryKey: ['event', eventId],
      queryFn: ({ signal }) => findEvent(queries, eventId, at, signal),
      staleTime: freshFor.immutable,
    }),
  )
  if (!query.data && isApiError(query.error) && query.error.status === 404) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[{ label: 'Webhook events', to: paths.webhookEvents }, { label: eventId }]}
      />
      <Region query={query} what="Event">
        {(event) => <EventRecord event={event} />}
      </Region>
    </>
  )
}

function EventRecord({ event }: { event: HookEvent }) {
  return (
    <>
      <PageHead
        heading={eventName(event)}
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
          { label: 'Event', value: <CopiedId id={event.eventId} what="event id" /> },
          { label: 'Subject', value: <CopiedId id={subjectOf(event)} what="subject" /> },
          { label: 'Time', value: <Time at={event.createdAt} detail="second" withZone /> },
          { label: 'Sequence', value: event.sequence },
          { label: 'Environment', value: event.environment },
        ]}
      />
      <EventDeliveries eventId={event.eventId} />
      <Card title="Event as JSON">
        <JsonView value={event} label="Record" openDepth={3} />
      </Card>
    </>
  )
}

function CopiedId({ id, what }: { id: string; what: string }) {
  if (id === '') return <span className="faint">–</span>
  return (
    <>
      <span className="mono trunc">{id}</span>
      <CopyButton text={id} label={`Copy ${what}`} />
    </>
  )
}

/** The way to the record; an event may name both a transfer and an entity. */
function RecordLink({ event }: { event: HookEvent }) {
  const { executionId, entityId } = event.eventObject
  return (
    <>
      {typeof entityId === 'string' && entityId !== '' ? (
        <TextLink to={paths.entity(entityId)}>Open entity</TextLink>
      ) : null}
      {executionId ? <LinkButton to={paths.transfer(executionId)}>Open transfer</LinkButton> : null}
    </>
  )
}
