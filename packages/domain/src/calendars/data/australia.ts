import type { Calendar } from '../base/types.ts'

/** Days on which direct entries settle. */
export const australia: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Reserve Bank of Australia',
    url: 'https://www.rba.gov.au/payments-and-infrastructure/rits/',
    rule: 'Closed where both Sydney and Melbourne have a public holiday',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01', '2028-01-03'],
    'Australia Day': ['2025-01-27', '2026-01-26', '2027-01-26', '2028-01-26'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Easter Monday': ['2025-04-21', '2026-04-06', '2027-03-29', '2028-04-17'],
    'ANZAC Day': ['2025-04-25', '2028-04-25'],
    'King’s Birthday': ['2025-06-09', '2026-06-08', '2027-06-14', '2028-06-12'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2027-12-27', '2028-12-25'],
    'Boxing Day': ['2025-12-26', '2026-12-28', '2027-12-28', '2028-12-26'],
  },
  expected: {},
}
