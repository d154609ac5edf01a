/** How a person reads numbers and dates. Decimals have a point everywhere, because that is how amounts are typed. */
export type Conventions = {
  /** What stands between groups of three digits. */
  groups: 'comma' | 'space' | 'apostrophe'
  /** `20 Nov`, `Nov 20` or `2026-11-20`. */
  dates: 'day' | 'month' | 'iso'
  /** `14:02` or `2:02 PM`. */
  hours: '24' | '12'
}

export const initialConventions: Conventions = { groups: 'comma', dates: 'day', hours: '24' }

let current = initialConventions

export const conventions = (): Conventions => current

/** Called by preferences, which keep them. */
export function setConventions(next: Conventions): void {
  current = next
}

const marks = { comma: ',', space: '\u202F', apostrophe: '’' } as const

/** What stands between groups of digits, for a part that `Intl` calls a group. */
export const groupMark = (): string => marks[current.groups] ?? ','
