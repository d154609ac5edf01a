import './event-choice.css'
import type { EventCategory } from '@corridor/domain'
import { ChevronRight } from 'lucide-react'
import { Checkbox, RadioGroup } from '../../../ui/controls/inputs.tsx'
import {
  categoryLabel,
  eventCategories,
  shareOf,
  takesType,
  toggleCategory,
  toggleType,
  typesOf,
} from '../../../features/webhooks/selection.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  /** False takes all events, also those that later versions add. */
  chosen: boolean
  events: readonly string[]
  error: string | undefined
  onChange: (chosen: boolean, events: string[]) => void
}

/** All events, or categories and types of them. */
export function EventChoice({ chosen, events, error, onChange }: Props) {
  return (
    <div className="grid gap-2">
      <RadioGroup
        label={t('Events')}
        value={chosen ? 'chosen' : 'all'}
        onChange={(value) => onChange(value === 'chosen', [...events])}
        error={error}
        options={[
          { value: 'all', label: t('All events'), text: t('Including types added later') },
          { value: 'chosen', label: t('Selected events'), text: t('By category and type') },
        ]}
      />
      {chosen ? (
        <ul className="event-choice" aria-label={t('Categories')}>
          {eventCategories.map((category) => (
            <Category
              key={category}
              category={category}
              events={events}
              onChange={(next) => onChange(true, next)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type CategoryProps = {
  category: EventCategory
  events: readonly string[]
  onChange: (events: string[]) => void
}

function Category({ category, events, onChange }: CategoryProps) {
  const share = shareOf(events, category)
  const types = typesOf(category)
  const taken = types.filter((type) => takesType(events, category, type)).length
  return (
    <li>
      <Checkbox
        label={categoryLabel(category)}
        checked={share === 'all'}
        indeterminate={share === 'some'}
        onChange={() => onChange(toggleCategory(events, category))}
      />
      <details>
        <summary>
          <ChevronRight className="icon-small" />
          <span aria-hidden="true">
            {t('{count} of {total}', { count: taken, total: types.length })}
          </span>
          <span className="visually-hidden">
            {t('{count} of {total} types of {category}', {
              count: taken,
              total: types.length,
              category: categoryLabel(category),
            })}
          </span>
        </summary>
        <ul>
          {types.map((type) => (
            <li key={type}>
              <Checkbox
                label={
                  <span className="mono">
                    <span className="visually-hidden">{category}.</span>
                    {type}
                  </span>
                }
                checked={takesType(events, category, type)}
                onChange={() => onChange(toggleType(events, category, type))}
              />
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
