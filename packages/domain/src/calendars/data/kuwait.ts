import type { Calendar } from '../base/types.ts'

/** Days on which KASSIP settles: Sunday to Thursday. */
export const kuwait: Calendar = {
  weekend: ['fri', 'sat'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Kuwait Banking Association',
    url: 'https://www.kba.kw',
    rule: 'Circulars of the Central Bank of Kuwait, for days of the moon shortly before',
    checked: {
      against:
        'https://www.klyoum.com/kuwait-news/ar/amp/26-المركزي-الكويتي-يعطل-أعماله-بمناسبة-عيد-الفطر (Eid of 2026), https://www.madhyamam.com/gulf-news/kuwait/israi-miraj-bank-holiday-on-the-18th-1485385',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2025-01-02', '2026-01-01'],
    'Isra’ and Mi’raj': ['2025-01-30', '2026-01-18'],
    'National Day': ['2025-02-25', '2026-02-25', '2027-02-25'],
    'Liberation Day': ['2025-02-26', '2026-02-26'],
    'Eid al-Fitr': [
      '2025-03-30',
      '2025-03-31',
      '2025-04-01',
      '2026-03-19',
      '2026-03-22',
      '2026-03-23',
    ],
    'Day of Arafah': ['2025-06-05'],
    'Eid al-Adha': ['2025-06-08'],
    'Islamic New Year': ['2025-06-26'],
    'Prophet’s Birthday': ['2025-09-04'],
  },
  expected: {
    'Day of Arafah': ['2026-05-26', '2028-05-04'],
    'Eid al-Adha': [
      '2026-05-27',
      '2026-05-28',
      '2027-05-16',
      '2027-05-17',
      '2027-05-18',
      '2028-05-07',
    ],
    'Islamic New Year': ['2026-06-16', '2027-06-06', '2028-05-25'],
    'Prophet’s Birthday': ['2026-08-25', '2028-08-03'],
    'Isra’ and Mi’raj': ['2027-01-05', '2028-12-14'],
    'Eid al-Fitr': ['2027-03-09', '2027-03-10', '2027-03-11', '2028-02-27', '2028-02-28'],
  },
}
