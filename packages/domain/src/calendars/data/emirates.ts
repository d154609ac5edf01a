import type { Calendar } from '../base/types.ts'

/** Days on which the funds transfer system settles: Monday to Friday since 2022. */
export const emirates: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Cabinet of the United Arab Emirates',
    url: 'https://u.ae/en/information-and-services/public-holidays-and-religious-affairs/public-holidays',
    rule: 'Cabinet Resolution 27 of 2024: days of the moon are declared shortly before, and the Cabinet may move a day to the start or the end of its week',
    checked: {
      against:
        'https://gulfnews.com/uae/uae-announces-eid-al-fitr-2026-holiday-1.500452306, https://www.khaleejtimes.com/uae/public-holidays-2026-transferable-dates-explained',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Eid al-Fitr': ['2025-03-31', '2025-04-01', '2026-03-19', '2026-03-20'],
    'Day of Arafah': ['2025-06-05'],
    'Eid al-Adha': ['2025-06-06'],
    'Islamic New Year': ['2025-06-27'],
    'Prophet’s Birthday': ['2025-09-05'],
    'National Day': [
      '2025-12-01',
      '2025-12-02',
      '2026-12-02',
      '2026-12-03',
      '2027-12-02',
      '2027-12-03',
    ],
  },
  expected: {
    'Day of Arafah': ['2026-05-26', '2028-05-04'],
    'Eid al-Adha': [
      '2026-05-27',
      '2026-05-28',
      '2026-05-29',
      '2027-05-17',
      '2027-05-18',
      '2028-05-05',
    ],
    'Islamic New Year': ['2026-06-16', '2028-05-25'],
    'Prophet’s Birthday': ['2026-08-25', '2028-08-03'],
    'Eid al-Fitr': ['2027-03-09', '2027-03-10', '2027-03-11', '2028-02-28'],
  },
}
