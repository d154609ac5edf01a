import type { ErrorDetail } from '@corridor/contract'
import { eventCatalogue, isEventName } from '@corridor/domain'
import { valueAt } from '../../../api/request/json.ts'
import { detail } from '../../../api/request/refusal.ts'

const categories = Object.keys(eventCatalogue)

/** One issue for each name of a selection that is neither a category nor `category.type`. */
export function eventIssues(body: unknown): ErrorDetail[] {
  const names = valueAt(body, ['events'])
  if (!Array.isArray(names)) return []
  return names.flatMap((name: unknown, i) =>
    typeof name !== 'string' || isEventName(name.trim())
      ? []
      : [
          detail(`events.${i}`, 'FIELD_INVALID', 'No event is called this.', {
            allowed: allowedFor(name),
          }),
        ],
  )
}

/** The names of the category that was meant, or all categories. */
function allowedFor(name: string): string[] {
  const category = name.trim().split('.')[0] ?? ''
  const types = Object.entries(eventCatalogue).find(([known]) => known === category)?.[1]
  return types ? [category, ...types.map((type) => `${category}.${type}`)] : categories
}
