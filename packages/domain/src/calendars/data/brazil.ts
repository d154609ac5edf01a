import type { Calendar } from '../base/types.ts'

/** Days on which the reserve transfer system settles. */
export const brazil: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'FEBRABAN',
    url: 'https://feriadosbancarios.febraban.org.br',
    rule: 'National holidays with Monday and Tuesday of Carnival and Corpus Christi (CMN, Resolution 4.880 of 2020)',
    checked: {
      against:
        'https://celebridadesonline.com.br/2026-tera-13-feriados-bancarios-nacionais-agencias-nao-abrem-ao-publico/ (the list of 2026)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    Carnival: [
      '2025-03-03',
      '2025-03-04',
      '2026-02-16',
      '2026-02-17',
      '2027-02-08',
      '2027-02-09',
      '2028-02-28',
      '2028-02-29',
    ],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Tiradentes’ Day': ['2025-04-21', '2026-04-21', '2027-04-21', '2028-04-21'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Corpus Christi': ['2025-06-19', '2026-06-04', '2027-05-27', '2028-06-15'],
    'Black Awareness Day': ['2025-11-20', '2026-11-20', '2028-11-20'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'Independence Day': ['2026-09-07', '2027-09-07', '2028-09-07'],
    'Our Lady of Aparecida': ['2026-10-12', '2027-10-12', '2028-10-12'],
    'All Souls’ Day': ['2026-11-02', '2027-11-02', '2028-11-02'],
    'Republic Proclamation Day': ['2027-11-15', '2028-11-15'],
  },
  expected: {},
}
