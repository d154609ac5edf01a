import type { Calendar } from '../base/types.ts'

/** Banking days of India. */
export const india: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'Reserve Bank of India',
    url: 'https://www.rbi.org.in/Scripts/HolidayMatrixDisplay.aspx',
    rule: 'Gazetted holidays of the central government; each state has days of its own, and NEFT, RTGS and IMPS run at any hour',
    checked: {
      against: 'the package holidays 0.105 (https://pypi.org/project/holidays)',
      on: '2026-11-28',
    },
  },
  closed: {
    'Maha Shivaratri': ['2025-02-26', '2028-02-23'],
    Holi: ['2025-03-14', '2026-03-04', '2027-03-22'],
    'Eid al-Fitr': ['2025-03-31'],
    'Mahavira’s Birthday': ['2025-04-10', '2026-03-31', '2028-04-07'],
    'Dr. B. R. Ambedkar’s Birthday': ['2025-04-14', '2026-04-14', '2027-04-14', '2028-04-14'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26'],
    'Buddha Purnima': ['2025-05-12', '2026-05-01', '2027-05-20', '2028-05-08'],
    'Independence Day': ['2025-08-15', '2028-08-15'],
    'Prophet’s Birthday': ['2025-09-05', '2026-08-26'],
    Dussehra: ['2025-10-02', '2026-10-20', '2028-09-27'],
    'Diwali (Deepavali)': ['2025-10-20', '2027-10-29', '2028-10-17'],
    'Guru Nanak’s Birthday': ['2025-11-05', '2026-11-24', '2028-11-02'],
    Christmas: ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Republic Day': ['2026-01-26', '2027-01-26', '2028-01-26'],
    'Ram Navami': ['2026-03-26', '2027-04-15', '2028-04-03'],
    'Eid al-Adha': ['2026-05-27'],
    Ashura: ['2026-06-26'],
    'Janmashtami (Vaishnava)': ['2026-09-04', '2027-08-25'],
    'Mahatma Gandhi’s Birthday': ['2026-10-02', '2028-10-02'],
  },
  expected: {
    'Eid al-Fitr': ['2027-03-10'],
    'Eid al-Adha': ['2027-05-17'],
    Ashura: ['2027-06-16'],
    'Prophet’s Birthday': ['2028-08-04'],
  },
}
