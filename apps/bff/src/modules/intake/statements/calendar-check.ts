import { countryRules } from '@corridor/domain'
import { type CalendarReach, calendarReach } from '@corridor/domain/calendars'
import { leaderLoop, type LoopJob } from '../../../engine/background-job.ts'
import type { BankFiles } from '../../../ports/bank.ts'
import type { Deps } from '../../../ports/deps.ts'

/** The calendars of the rails and banks that are paid by, and of the service's own accounts. */
export function usedCalendars(
  { accounts }: Pick<BankFiles, 'accounts'>,
  at: Date,
): CalendarReach[] {
  const places = [
    ...countryRules.flatMap(({ code, currency, rails }) =>
      ['', ...rails.map(({ rail }) => rail)].map((rail) => ({ countryCode: code, rail, currency })),
    ),
    ...accounts.map(({ countryCode, currency }) => ({ countryCode, rail: '', currency })),
  ]
  const keyOf = ({ countryCode, rail, currency }: (typeof places)[number]) =>
    `${countryCode} ${rail} ${currency}`
  const once = new Map(places.map((place) => [keyOf(place), place]))
  return calendarReach([...once.values()], at)
}

/** Says each day what calendars end soon, or are none at all. */
export const calendarCheck = ({
  bankFiles,
  log,
  realTime,
}: Pick<Deps, 'bankFiles' | 'log' | 'realTime'>): LoopJob =>
  leaderLoop({
    name: 'calendar check',
    everyMs: 86_400_000,
    run: async () => {
      const problems = usedCalendars(bankFiles, realTime()).flatMap(({ problem }) => problem || [])
      if (problems.length > 0)
        log.warn(
          { alert: 'calendar_ends', problems: problems.slice(0, 20), count: problems.length },
          'calendars of banks have to be extended: docs/guides/calendars.md',
        )
      return undefined
    },
  })
