import type { Calendar } from '../base/types.ts'

/** Days on which Lynx and the exchange of electronic payments run. */
export const canada: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Payments Canada',
    url: 'https://www.payments.ca/system-closures',
    rule: 'Federal holidays with Boxing Day, a day of a weekend moved to the next weekday; not those of a province',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01', '2028-01-03'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Victoria Day': ['2025-05-19', '2026-05-18', '2027-05-24', '2028-05-22'],
    'Canada Day': ['2025-07-01', '2026-07-01', '2027-07-01', '2028-07-03'],
    'Labour Day': ['2025-09-01', '2026-09-07', '2027-09-06', '2028-09-04'],
    'National Day for Truth and Reconciliation': [
      '2025-09-30',
      '2026-09-30',
      '2027-09-30',
      '2028-10-02',
    ],
    'Thanksgiving Day': ['2025-10-13', '2026-10-12', '2027-10-11', '2028-10-09'],
    'Remembrance Day': ['2025-11-11', '2026-11-11', '2027-11-11', '2028-11-13'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2027-12-27', '2028-12-25'],
    'Boxing Day': ['2025-12-26', '2026-12-28', '2027-12-28', '2028-12-26'],
  },
  expected: {},
}
