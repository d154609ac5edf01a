import { codeLabel } from '../../messages/service.ts'
import { type EventCategory, eventCatalogue } from '@corridor/domain'
import { t } from '../../messages/text.ts'

export type Share = 'all' | 'some' | 'none'

export const eventCategories = Object.keys(eventCatalogue) as EventCategory[]

const labels: Readonly<Record<string, string>> = {
  payin: t('Pay-in'),
  payin_deposit: t('Pay-in deposit'),
  kyc: 'KYC',
  api_key: t('API key'),
}

/** New categories may appear at any time. */
export const categoryLabel = (category: string): string => labels[category] ?? codeLabel(category)

export const typesOf = (category: EventCategory): readonly string[] => eventCatalogue[category]

/** How much of a category a selection takes. */
export function shareOf(events: readonly string[], category: EventCategory): Share {
  if (events.includes(category)) return 'all'
  return typesOf(category).some((type) => events.includes(`${category}.${type}`)) ? 'some' : 'none'
}

export function takesType(events: readonly string[], category: EventCategory, type: string) {
  return events.includes(category) || events.includes(`${category}.${type}`)
}

/** A category with all of its types, or without any. */
export function toggleCategory(events: readonly string[], category: EventCategory): string[] {
  const others = events.filter((name) => name.split('.')[0] !== category)
  return shareOf(events, category) === 'all' ? others : inOrder([...others, category])
}

/** One type more or fewer; a category whose types are all taken is written as the category. */
export function toggleType(
  events: readonly string[],
  category: EventCategory,
  type: string,
): string[] {
  const others = events.filter((name) => name.split('.')[0] !== category)
  const types = typesOf(category)
  const taken = types.filter((kind) => takesType(events, category, kind) !== (kind === type))
  if (taken.length === types.length) return inOrder([...others, category])
  return inOrder([...others, ...taken.map((item) => `${category}.${item}`)])
}

/** Words in the order of the catalogue, so that the same choice is always the same text. */
function inOrder(events: readonly string[]): string[] {
  const all = eventCategories.flatMap((category) => [
    category,
    ...typesOf(category).map((type) => `${category}.${type}`),
  ])
  return all.filter((name) => events.includes(name))
}
