import type { Calendar } from '../base/types.ts'

/** Days on which GIRO settles. */
export const singapore: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Ministry of Manpower',
    url: 'https://www.mom.gov.sg/employment-practices/public-holidays',
    rule: 'A holiday of a Sunday is kept on Monday; of a Saturday it does not move',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Chinese New Year': ['2025-01-29', '2025-01-30', '2026-02-17', '2026-02-18', '2027-02-08'],
    'Hari Raya Puasa': ['2025-03-31', '2027-03-10'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Vesak Day': ['2025-05-12', '2026-06-01', '2027-05-20'],
    Deepavali: ['2025-10-20', '2026-11-09', '2027-10-28', '2028-11-15'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Hari Raya Haji': ['2026-05-27', '2027-05-17'],
    'National Day': ['2026-08-10', '2027-08-09', '2028-08-09'],
  },
  expected: {
    'Chinese New Year': ['2028-01-26', '2028-01-27'],
    'Hari Raya Puasa': ['2028-02-28'],
    'Hari Raya Haji': ['2028-05-05'],
    'Vesak Day': ['2028-05-09'],
  },
}
