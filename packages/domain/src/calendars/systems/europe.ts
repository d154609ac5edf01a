import { emirates } from '../data/emirates.ts'
import { kuwait } from '../data/kuwait.ts'
import { target } from '../data/target.ts'
import { unitedKingdom } from '../data/united-kingdom.ts'
import type { System } from '../base/types.ts'

const frankfurt = 'Europe/Berlin'
const london = 'Europe/London'

export const t2: System = {
  name: 'T2',
  zone: frankfurt,
  calendar: target,
  // Customers' payments until 17:00; the system closes at 18:00.
  hours: { opens: '02:30', cutoff: '17:00' },
  arrival: { minutes: 60 },
  source: 'https://www.ecb.europa.eu/paym/target/target2/profuse/calendar/html/index.en.html',
}

export const sepaCredit: System = {
  name: 'SEPA Credit Transfer',
  zone: frankfurt,
  calendar: target,
  hours: { opens: '07:00', cutoff: '15:00' },
  // Directive (EU) 2015/2366, article 83: by the end of the following business day.
  arrival: { businessDays: 1, by: '18:00' },
  source: 'https://eur-lex.europa.eu/eli/dir/2015/2366/oj',
}

export const sepaInstant: System = {
  name: 'SEPA Instant Credit Transfer',
  zone: frankfurt,
  calendar: target,
  hours: 'ALWAYS',
  // Regulation (EU) 2024/886 asks for ten seconds at any hour.
  arrival: { minutes: 1 },
  source: 'https://eur-lex.europa.eu/eli/reg/2024/886/oj',
}

export const bacs: System = {
  name: 'Bacs',
  zone: london,
  calendar: unitedKingdom,
  hours: { opens: '07:00', cutoff: '22:00' },
  // Input day, processing day, entry day.
  arrival: { businessDays: 2, by: '07:00' },
  source: 'https://wiki.smarterpay.com/bacsfaqs/3dayprocessing',
}

export const chaps: System = {
  name: 'CHAPS',
  zone: london,
  calendar: unitedKingdom,
  hours: { opens: '06:00', cutoff: '17:40' },
  arrival: { minutes: 120 },
  source: 'https://www.bankofengland.co.uk/payment-and-settlement/summary-of-rtgs-daily-timetable',
}

export const fasterPayments: System = {
  name: 'Faster Payments',
  zone: london,
  calendar: unitedKingdom,
  hours: 'ALWAYS',
  arrival: { minutes: 1 },
  source: 'https://www.wearepay.uk/what-we-do/payment-systems/faster-payment-system/',
}

export const uaefts: System = {
  name: 'UAEFTS',
  zone: 'Asia/Dubai',
  calendar: emirates,
  // On Fridays the country works until noon since 2022.
  hours: { opens: '08:00', cutoff: '15:00', cutoffOn: { fri: '12:00' } },
  arrival: { minutes: 120 },
  source:
    'https://www.centralbank.ae/en/our-operations/payments-and-settlements/uae-fund-transfer-system-uaefts/',
}

export const aani: System = {
  name: 'Aani',
  zone: 'Asia/Dubai',
  calendar: emirates,
  hours: 'ALWAYS',
  arrival: { minutes: 1 },
  source: 'https://aletihadpayments.ae/en/aani',
}

/**
 * The system takes payments until 17:45, since April 2025 also on weekends and holidays; banks execute
 * orders on banking days, and those of the afternoon on the next.
 */
export const kassip: System = {
  name: 'KASSIP',
  zone: 'Asia/Kuwait',
  calendar: kuwait,
  hours: { opens: '07:00', cutoff: '13:00' },
  arrival: { minutes: 120 },
  source: 'https://www.icbc.com.kw/en/page/933013110304960512.html',
}

export const wamd: System = {
  name: 'WAMD',
  zone: 'Asia/Kuwait',
  calendar: kuwait,
  hours: 'ALWAYS',
  arrival: { minutes: 1 },
  source: 'https://www.knet.com.kw',
}
