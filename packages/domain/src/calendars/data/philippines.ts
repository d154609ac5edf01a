import type { Calendar } from '../base/types.ts'

/** Days on which PESONet settles. */
export const philippines: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Official Gazette',
    url: 'https://www.officialgazette.gov.ph/nationwide-holidays/',
    rule: 'Regular holidays and special days without work of Proclamations 727 and 1006; those of 2027 and later as the law and earlier years have them',
    checked: {
      against: 'https://pampanganews.com/?p=3040 (Proclamation 1006, 2026)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Chinese New Year': ['2025-01-29', '2026-02-17'],
    'Eid al-Fitr': ['2025-04-01', '2026-03-20'],
    'Day of Valor': ['2025-04-09', '2026-04-09', '2027-04-09'],
    'Maundy Thursday': ['2025-04-17', '2026-04-02', '2027-03-25', '2028-04-13'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Election Day': ['2025-05-12'],
    'Eid al-Adha': ['2025-06-06', '2026-05-27'],
    'Independence Day': ['2025-06-12', '2026-06-12', '2028-06-12'],
    'Ninoy Aquino Day': ['2025-08-21', '2026-08-21'],
    'National Heroes Day': ['2025-08-25', '2026-08-31', '2027-08-30', '2028-08-28'],
    'All Saints’ Eve': ['2025-10-31'],
    'Immaculate Conception': ['2025-12-08', '2026-12-08'],
    'Christmas Eve': ['2025-12-24', '2026-12-24'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Rizal Day': ['2025-12-30', '2026-12-30', '2027-12-30'],
    'New Year’s Eve': ['2025-12-31', '2026-12-31'],
    'All Souls’ Day': ['2026-11-02'],
    'Bonifacio Day': ['2026-11-30', '2027-11-30', '2028-11-30'],
  },
  expected: {
    'Eid al-Fitr': ['2027-03-09'],
    'All Saints’ Day': ['2027-11-01', '2028-11-01'],
    'All Souls’ Day': ['2027-11-02'],
    'Immaculate Conception': ['2027-12-08', '2028-12-08'],
    'Christmas Eve': ['2027-12-24'],
    'New Year’s Eve': ['2027-12-31'],
    'Chinese New Year': ['2028-01-26'],
    'Eid al-Adha': ['2028-05-05'],
    'Ninoy Aquino Day': ['2028-08-21'],
  },
}
