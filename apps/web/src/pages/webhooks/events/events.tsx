import {
  eventColumns,
  eventLines,
  eventLink,
  idOfEvent,
} from '../../../features/webhooks/event-list.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { paths } from '../../../routing/paths.ts'
import { codeOptions } from '../../../ui/format/status.ts'
import { categoryOptions } from '../../../features/webhooks/delivery-filters.ts'
import { eventCategories, typesOf } from '../../../features/webhooks/selection.ts'
import { WebhookTabs } from '../../../features/webhooks/webhook-tabs.tsx'
import { eventsSource } from '../../../api/queries/events.ts'
import { t } from '../../../messages/text.ts'

const empty = {
  title: t('No events yet'),
  text: t(
    'Every change to an entity, wallet or transfer is an event. Events are listed here, newest first, and kept.',
  ),
  action: (
    <LinkButton to={paths.newEntity} variant="primary">
      {t('New entity')}
    </LinkButton>
  ),
}

const choice = (key: string, label: string, codes: readonly string[]): FilterField => ({
  kind: 'choice',
  key,
  label,
  options: codeOptions(codes),
})

/** The names known so far; another one can stand in the address and is kept in the list of choices. */
const filters: FilterField[] = [
  { kind: 'choice', key: 'category', label: t('Category'), options: categoryOptions },
  choice('type', t('Type'), [...new Set(eventCategories.flatMap(typesOf))]),
  choice(
    'status',
    t('Status'),
    (
      'created quoted awaiting_approval approved in_review funds_received payment_submitted ' +
      'payment_processed error expired canceled auth_added session_started passkey_added ' +
      'wallet_created account_created'
    ).split(' '),
  ),
  { kind: 'text', key: 'q', label: t('Text'), placeholder: t('Reference, id, status') },
  { kind: 'dates', key: 'created', label: t('Time'), from: 'createdFrom', to: 'createdTo' },
]

/** What happened, in the order in which receivers are notified. */
export function Component() {
  return (
    <ExportedList
      exports="events"
      heading={t('Webhook events')}
      nav={<WebhookTabs current="events" />}
      name={t('Events')}
      noun={[t('event'), t('events')]}
      source={eventsSource}
      columns={eventColumns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={eventLines}
      empty={empty}
    />
  )
}
