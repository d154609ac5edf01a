import type { Calendar } from '../base/types.ts'

/** Days on which euro settles between banks: the same in all countries of the zone. */
export const target: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'European Central Bank',
    url: 'https://www.ecb.europa.eu/press/pr/date/2000/html/pr001214_4.en.html',
    rule: 'Long-term calendar of closing days: 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December',
    checked: {
      against: 'https://www.ecb.europa.eu/press/pr/date/2000/html/pr001214_4.en.html',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Easter Monday': ['2025-04-21', '2026-04-06', '2027-03-29', '2028-04-17'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Christmas Holiday': ['2025-12-26', '2028-12-26'],
  },
  expected: {},
}
