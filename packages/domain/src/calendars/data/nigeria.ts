import type { Calendar } from '../base/types.ts'

/** Banking days of Nigeria; NIP itself runs at any hour. */
export const nigeria: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Federal Ministry of Interior',
    url: 'https://interior.gov.ng',
    rule: 'Public Holidays Act; days of a weekend are kept on the next weekday, those of the moon declared shortly before',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01', '2028-01-03'],
    'Eid al-Fitr': ['2025-03-31', '2025-04-01', '2026-03-19', '2026-03-20'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Easter Monday': ['2025-04-21', '2026-04-06', '2027-03-29', '2028-04-17'],
    'Workers’ Day': ['2025-05-01', '2026-05-01', '2027-05-03', '2028-05-01'],
    'Eid al-Adha': ['2025-06-06', '2025-06-09'],
    'Democracy Day': ['2025-06-12', '2026-06-12', '2027-06-14', '2028-06-12'],
    'Prophet’s Birthday': ['2025-09-05'],
    'National Day': ['2025-10-01', '2026-10-01', '2027-10-01', '2028-10-02'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2027-12-27', '2028-12-25'],
    'Boxing Day': ['2025-12-26', '2026-12-28', '2027-12-28', '2028-12-26'],
  },
  expected: {
    'Eid al-Adha': [
      '2026-05-28',
      '2026-05-29',
      '2027-05-17',
      '2027-05-18',
      '2028-05-08',
      '2028-05-09',
    ],
    'Prophet’s Birthday': ['2026-08-26', '2027-08-16', '2028-08-04'],
    'Eid al-Fitr': ['2027-03-10', '2027-03-11', '2028-02-28', '2028-02-29'],
  },
}
