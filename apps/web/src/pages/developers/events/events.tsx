import {
  type EventCategory,
  eventCatalogue,
  eventNotes,
  eventStatuses,
  exampleEvent,
} from '@corridor/domain'
import { useState } from 'react'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import { categoryLabel, eventCategories } from '../../../features/webhooks/selection.ts'
import { serviceText } from '../../../messages/service.ts'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { t } from '../../../messages/text.ts'

/** Every event that can come, from the list that server and webhooks use. */
export function Component() {
  return (
    <>
      <PageHead
        heading={t('Developers')}
        text={t(
          'What your webhook receives, by category. Further types, statuses and members are added without notice.',
        )}
        actions={<LinkButton to={paths.webhooks()}>{t('Webhooks')}</LinkButton>}
      />
      <DeveloperTabs current="events">
        <Card
          title={t('Event catalogue')}
          beside={<span className="muted">{eventCategories.length}</span>}
          flush
        >
          {eventCategories.map((category) => (
            <Category key={category} category={category} />
          ))}
        </Card>
      </DeveloperTabs>
    </>
  )
}

function Category({ category }: { category: EventCategory }) {
  const [open, setOpen] = useState(false)
  const { when, members } = eventNotes[category]
  return (
    <details
      className="border-t border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="px-4 py-2">
        <span className="strong">{categoryLabel(category)}</span>{' '}
        <span className="mono muted">{category}</span>
        <span className="muted block">{serviceText(when)}</span>
      </summary>
      {open ? (
        <div className="card-body grid gap-4">
          <Values label={t('Types')} values={eventCatalogue[category]} />
          <Values label={t('Statuses')} values={eventStatuses[category]} />
          <Values label={t('Members of eventObject')} values={members} />
          <Example category={category} />
        </div>
      ) : null}
    </details>
  )
}

const Values = ({ label, values }: { label: string; values: readonly string[] }) => (
  <p>
    <span className="muted block">{label}</span>
    <span className="mono">{values.join(', ')}</span>
  </p>
)

function Example({ category }: { category: EventCategory }) {
  const text = JSON.stringify(exampleEvent(category), null, 2)
  return (
    <div>
      <span className="muted">{t('Example')}</span>{' '}
      <CopyButton text={text} label={t('Copy the example')} />
      <pre className="code whitespace-pre-wrap break-all">{text}</pre>
    </div>
  )
}
