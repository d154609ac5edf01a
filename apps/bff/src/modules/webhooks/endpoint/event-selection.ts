import type { ErrorDetail } from '@corridor/contract'
import { eventCatalogue, isEventName } from '@corridor/domain'
import { valueAt } from '../../../api/request/json.ts'
import { detail } from '../../../api/request/refusal.ts'

const categories = Object.keys(eventCatalogue)

/** One line for each word of a selection that is neither a category nor `category.type`. */
export function eventIssues(body: unknown): ErrorDetail[] {
  const words = valueAt(body, ['events'])
  if (!Array.isArray(words)) return []
  return words.flatMap((word: unknown, i) =>
    typeof word !== 'string' || isEventName(word.trim())
      ? []
      : [
          detail(`events.${i}`, 'FIELD_INVALID', 'No event is called this.', {
            allowed: allowedFor(word),
          }),
        ],
  )
}

/** The words of the category that was meant, or all categories. */
function allowedFor(word: string): string[] {
  const category = word.trim().split('.')[0] ?? ''
  const types = Object.entries(eventCatalogue).find(([name]) => name === category)?.[1]
  return types ? [category, ...types.map((type) => `${category}.${type}`)] : categories
}
