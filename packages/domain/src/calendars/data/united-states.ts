import type { Calendar } from '../base/types.ts'

/** Days on which Fedwire and ACH settle. */
export const unitedStates: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Federal Reserve Banks',
    url: 'https://www.richmondfed.org/about_us/holiday_schedule',
    rule: 'A holiday of a Sunday is kept on Monday; on a Saturday the Banks are open the Friday before',
    checked: {
      against: 'https://richmondfed.org/about_us/holiday_schedule (2025 to 2027)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Martin Luther King Day': ['2025-01-20', '2026-01-19', '2027-01-18', '2028-01-17'],
    'Washington’s Birthday': ['2025-02-17', '2026-02-16', '2027-02-15', '2028-02-21'],
    'Memorial Day': ['2025-05-26', '2026-05-25', '2027-05-31', '2028-05-29'],
    Juneteenth: ['2025-06-19', '2026-06-19', '2028-06-19'],
    'Independence Day': ['2025-07-04', '2027-07-05', '2028-07-04'],
    'Labor Day': ['2025-09-01', '2026-09-07', '2027-09-06', '2028-09-04'],
    'Columbus Day': ['2025-10-13', '2026-10-12', '2027-10-11', '2028-10-09'],
    'Veterans Day': ['2025-11-11', '2026-11-11', '2027-11-11'],
    'Thanksgiving Day': ['2025-11-27', '2026-11-26', '2027-11-25', '2028-11-23'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
  },
  expected: {},
}
