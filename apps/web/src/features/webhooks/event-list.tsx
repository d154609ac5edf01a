import { codeLabel, codeText } from '../../messages/service.ts'
import type { ListedEvent, SomeEvent } from '../../api/queries/events.ts'
import { paths } from '../../routing/paths.ts'
import { shortId, StatusPill, Time } from '../../ui/display/values.tsx'
import { type Column, column } from '../../ui/table/types.ts'
import { rich } from '../../messages/rich.tsx'
import { t } from '../../messages/text.ts'

/** Columns of events, wherever they are listed. New categories, types and statuses may appear at any time. */
export const eventColumns: Column<ListedEvent>[] = [
  column('time', t('Time'), { width: 136, sort: 'createdAt' }, (row) => (
    <Time at={row.createdAt} detail="second" />
  )),
  column('status', t('Status'), { width: 192 }, (row) => <StatusPill status={row.eventStatus} />),
  column('category', t('Category'), { width: 128, from: 760 }, (row) =>
    codeLabel(row.eventCategory),
  ),
  column('type', t('Type'), { width: 240, anchor: true }, (row) => (
    <span className="mono">{eventName(row)}</span>
  )),
  column('subject', t('Subject'), { width: 'grow' }, (row) => <Subject event={row} />),
  column('change', t('Status change'), { width: 216, from: 1060 }, (row) => (
    <StatusChange event={row} />
  )),
  column('sequence', t('Sequence'), { width: 88, align: 'end', from: 900 }, (row) => row.sequence),
]

const roomier: Record<string, Pick<Column<ListedEvent>, 'width'>> = {
  type: { width: 'grow' },
  status: { width: 264 },
}

/** Beside their record its name would stand in each row, and a category is the beginning of a type. */
export const recordColumns = eventColumns
  .filter(({ id }) => id !== 'category' && id !== 'subject')
  .map((shown) => ({ ...shown, ...roomier[shown.id] }))

/** `transfer.transitioned`, as receivers see it. */
export function eventName({ eventCategory, eventType }: SomeEvent): string {
  return `${eventCategory}.${eventType}`
}

/** An event has no page of its own in the API: the time finds its place in the history. */
export function eventLink({ eventId, createdAt, ...event }: SomeEvent) {
  const at = new URLSearchParams({ at: createdAt })
  const label = `${event.eventCategory}.${event.eventType} ${event.eventStatus}`
  return { to: `${paths.webhookEvent(eventId)}?${at.toString()}`, label }
}

export function idOfEvent(event: SomeEvent): string {
  return event.eventId
}

/** Two lines of a small screen. */
export function eventLines(row: SomeEvent) {
  return [
    <span key="name" className="mono">
      {eventName(row)}
    </span>,
    <Time key="time" at={row.createdAt} detail="second" />,
    <StatusPill key="status" status={row.eventStatus} />,
    <Subject key="subject" event={row} />,
  ] as const
}

/** What an event is about: the partner's own reference, else the id it names. */
export function subjectOf({ eventObject }: SomeEvent): string {
  const { transactionId, executionId, entityId, reserveFrameId, ltxId } = eventObject
  return transactionId || executionId || entityId || ltxId || reserveFrameId || ''
}

function Subject({ event }: { event: SomeEvent }) {
  const subject = subjectOf(event)
  if (subject === '') return <span className="faint">–</span>
  return (
    <span className="mono" title={subject}>
      {shortId(subject)}
    </span>
  )
}

/** An event that is a status itself, such as a passkey added, changes none. */
export function changesStatus({ eventStatus, eventObject }: SomeEvent): boolean {
  const { status, previousStatus } = eventObject
  return status !== '' && (status !== eventStatus || previousStatus !== '')
}

/** `Pending to processing`, or the one status there is. */
export function StatusChange({ event }: { event: SomeEvent }) {
  const { status, previousStatus } = event.eventObject
  if (!changesStatus(event)) return <span className="faint">–</span>
  if (previousStatus === '' || previousStatus === status) return <span>{codeLabel(status)}</span>
  return <StatusStep from={previousStatus} to={status} />
}

/** `Pending to processing`; what it is now stands out. */
export function StatusStep({ from, to }: { from: string; to: string }) {
  return (
    <span className="muted">
      {rich('{before} to {after}', {
        before: codeLabel(from),
        after: <span className="text-text">{codeText(to)}</span>,
      })}
    </span>
  )
}
