import type { Calendar } from '../base/types.ts'

/** Days on which the core time of the Zengin System runs. */
export const japan: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Cabinet Office of Japan',
    url: 'https://www8.cao.go.jp/chosei/shukujitsu/gaiyou.html',
    rule: 'National holidays, and 31 December to 3 January (Banking Act, article 15); the equinoxes are published in February of the year before',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'Bank Holiday of the New Year': [
      '2025-01-01',
      '2025-01-02',
      '2025-01-03',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
      '2026-12-31',
      '2027-01-01',
      '2027-12-31',
      '2028-01-03',
    ],
    'Coming of Age Day': ['2025-01-13', '2026-01-12', '2027-01-11', '2028-01-10'],
    'Foundation Day': ['2025-02-11', '2026-02-11', '2027-02-11', '2028-02-11'],
    'Substitute Holiday': ['2025-02-24', '2025-05-06', '2025-11-24', '2026-05-06', '2027-03-22'],
    'Vernal Equinox Day': ['2025-03-20', '2026-03-20'],
    'Showa Day': ['2025-04-29', '2026-04-29', '2027-04-29'],
    'Children’s Day': ['2025-05-05', '2026-05-05', '2027-05-05', '2028-05-05'],
    'Marine Day': ['2025-07-21', '2026-07-20', '2027-07-19', '2028-07-17'],
    'Mountain Day': ['2025-08-11', '2026-08-11', '2027-08-11', '2028-08-11'],
    'Respect for the Aged Day': ['2025-09-15', '2026-09-21', '2027-09-20', '2028-09-18'],
    'Autumnal Equinox Day': ['2025-09-23', '2026-09-23', '2027-09-23'],
    'Sports Day': ['2025-10-13', '2026-10-12', '2027-10-11', '2028-10-09'],
    'Culture Day': ['2025-11-03', '2026-11-03', '2027-11-03', '2028-11-03'],
    'Emperor’s Birthday': ['2026-02-23', '2027-02-23', '2028-02-23'],
    'Greenery Day': ['2026-05-04', '2027-05-04', '2028-05-04'],
    'Citizens’ Holiday': ['2026-09-22'],
    'Labour Thanksgiving Day': ['2026-11-23', '2027-11-23', '2028-11-23'],
    'Constitution Day': ['2027-05-03', '2028-05-03'],
  },
  expected: {
    'Vernal Equinox Day': ['2028-03-20'],
    'Autumnal Equinox Day': ['2028-09-22'],
  },
}
