import type { Calendar } from '../base/types.ts'

/** Banking days of Mexico; SPEI itself runs at any hour. */
export const mexico: Calendar = {
  weekend: ['sat', 'sun'],
  years: { from: 2025, to: 2028 },
  source: {
    publisher: 'CNBV',
    url: 'https://www.gob.mx/cnbv',
    rule: 'Days on which banks close, each year in the Diario Oficial: labour law with Maundy Thursday, Good Friday, 2 November, 12 December',
    checked: {
      against:
        'https://www.cronista.com/mexico/finanzas-economia/ya-esta-confirmado-los-bancos-cerraran-sus-puertas-10-dias-en-2026-y-no-se-podra-hacer-ningun-tipo-de-operacion-presencial/ (2026)',
      on: '2026-11-28',
    },
  },
  closed: {
    'New Year’s Day': ['2025-01-01', '2026-01-01', '2027-01-01'],
    'Constitution Day': ['2025-02-03', '2026-02-02', '2027-02-01', '2028-02-07'],
    'Benito Juárez’s Birthday': ['2025-03-17', '2026-03-16', '2027-03-15', '2028-03-20'],
    'Maundy Thursday': ['2025-04-17', '2026-04-02', '2027-03-25', '2028-04-13'],
    'Good Friday': ['2025-04-18', '2026-04-03', '2027-03-26', '2028-04-14'],
    'Labour Day': ['2025-05-01', '2026-05-01', '2028-05-01'],
    'Independence Day': ['2025-09-16', '2026-09-16', '2027-09-16'],
    'Revolution Day': ['2025-11-17', '2026-11-16', '2027-11-15', '2028-11-20'],
    'Bank Employee’s Day': ['2025-12-12', '2028-12-12'],
    'Christmas Day': ['2025-12-25', '2026-12-25', '2028-12-25'],
    'All Souls’ Day': ['2026-11-02', '2027-11-02', '2028-11-02'],
  },
  expected: {},
}
