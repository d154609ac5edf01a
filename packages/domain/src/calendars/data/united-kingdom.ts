import type { Calendar } from '../base/types.ts'

/** Days on which Bacs and CHAPS settle. */
export const unitedKingdom: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'GOV.UK',
    url: 'https://www.gov.uk/bank-holidays',
    rule: 'Bank holidays of England and Wales, a day of a weekend moved to the next weekday',
    checked: {
      against:
        'https://particlenews.pages.dev/story/uk-confirms-20262028-bank-holidays-with-boxing-day-shifts-and-substitute-dates',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01', '2028-01-03'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Easter Monday': ['2025-04-21', '2026-04-06', '2027-03-29', '2028-04-17'],
    'Early May Bank Holiday': ['2025-05-05', '2026-05-04', '2027-05-03', '2028-05-01'],
    'Spring Bank Holiday': ['2025-05-26', '2026-05-25', '2027-05-31', '2028-05-29'],
    'Summer Bank Holiday': ['2025-08-25', '2026-08-31', '2027-08-30', '2028-08-28'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2027-12-27', '2028-12-25'],
    'Boxing Day': ['2025-12-26', '2026-12-28', '2027-12-28', '2028-12-26'],
  },
  expected: {},
}
