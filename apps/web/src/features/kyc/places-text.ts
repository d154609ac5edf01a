import { plural } from '../../messages/text.ts'
import { countText } from '../../ui/format/numbers.ts'

/** How many jurisdictions something is about. */
export const placesText = (count: number): string =>
  plural(
    count,
    { one: '{count} jurisdiction', other: '{count} jurisdictions' },
    { count: countText(count) },
  )
