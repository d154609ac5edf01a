import { target } from '../data/target.ts'
import { unitedStates } from '../data/united-states.ts'
import type { Calendar, System } from '../base/types.ts'

/** Correspondents settle in euro or dollars: a day counts where both do. */
const bothSettle: Calendar = {
  ...target,
  source: {
    ...target.source,
    rule: 'Closed where the euro or the dollar does not settle',
  },
  closed: joined(target.closed, unitedStates.closed),
}

function joined(...tables: readonly Calendar['closed'][]): Calendar['closed'] {
  const days: Record<string, string[]> = {}
  for (const [name, dates] of tables.flatMap((table) => Object.entries(table)))
    days[name] = [...(days[name] ?? []), ...dates]
  return days
}

/** The network runs at any hour; the banks on the way do not. */
export const swift: System = {
  name: 'SWIFT',
  zone: 'Europe/Brussels',
  calendar: bothSettle,
  hours: { opens: '08:00', cutoff: '15:00' },
  arrival: { businessDays: 2, by: '18:00' },
  source: 'https://www.swift.com/products/swift-gpi',
}
