import type { Calendar } from '../base/types.ts'

/** Banking days of Kenya; PesaLink itself runs at any hour. */
export const kenya: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Kenya Law',
    url: 'https://new.kenyalaw.org/akn/ke/act/1964/33/eng@2022-12-31',
    rule: 'Public Holidays Act, chapter 110: a holiday of a Sunday is kept on Monday',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Easter Monday': ['2025-04-21', '2026-04-06', '2027-03-29', '2028-04-17'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Madaraka Day': ['2025-06-02', '2026-06-01', '2027-06-01', '2028-06-01'],
    'Mazingira Day': ['2025-10-10', '2027-10-11', '2028-10-10'],
    'Mashujaa Day': ['2025-10-20', '2026-10-20', '2027-10-20', '2028-10-20'],
    'Jamhuri Day': ['2025-12-12', '2027-12-13', '2028-12-12'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Boxing Day': ['2025-12-26', '2027-12-27', '2028-12-26'],
  },
  expected: {
    'Eid al-Fitr': ['2025-03-31', '2026-03-20', '2027-03-09'],
  },
}
