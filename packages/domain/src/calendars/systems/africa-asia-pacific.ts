import { australia } from '../data/australia.ts'
import { india } from '../data/india.ts'
import { japan } from '../data/japan.ts'
import { kenya } from '../data/kenya.ts'
import { nigeria } from '../data/nigeria.ts'
import { philippines } from '../data/philippines.ts'
import { singapore } from '../data/singapore.ts'
import type { Calendar, System } from '../base/types.ts'

type Place = { zone: string; calendar: Calendar }

const lagos: Place = { zone: 'Africa/Lagos', calendar: nigeria }
const nairobi: Place = { zone: 'Africa/Nairobi', calendar: kenya }
const mumbai: Place = { zone: 'Asia/Kolkata', calendar: india }
const singaporean: Place = { zone: 'Asia/Singapore', calendar: singapore }
const manila: Place = { zone: 'Asia/Manila', calendar: philippines }
const sydney: Place = { zone: 'Australia/Sydney', calendar: australia }
const tokyo: Place = { zone: 'Asia/Tokyo', calendar: japan }

const instant = (name: string, place: Place, source: string, minutes = 1): System => ({
  name,
  ...place,
  hours: 'ALWAYS',
  arrival: { minutes },
  source,
})

export const nip = instant('NIP', lagos, 'https://nibss-plc.com.ng/nibss-instant-payment/')
export const pesaLink = instant('PesaLink', nairobi, 'https://www.pesalink.co.ke')
export const mPesa = instant('M-PESA', nairobi, 'https://www.safaricom.co.ke/m-pesa')
export const imps = instant('IMPS', mumbai, 'https://www.npci.org.in/what-we-do/imps/faqs')
/** In batches of half an hour, at any hour since December 2019. */
export const neft = instant(
  'NEFT',
  mumbai,
  'https://www.rbi.org.in/Scripts/FAQView.aspx?Id=60',
  120,
)
/** At any hour since 14 December 2020. */
export const indianRtgs = instant(
  'RTGS',
  mumbai,
  'https://www.rbi.org.in/Scripts/FAQView.aspx?Id=65',
  30,
)
export const fast = instant('FAST', singaporean, 'https://www.abs.org.sg/consumer-banking/fast')
export const payNow = instant(
  'PayNow',
  singaporean,
  'https://www.abs.org.sg/consumer-banking/pay-now',
)
export const instaPay = instant('InstaPay', manila, 'https://www.philpayments.org.ph')
export const npp = instant('NPP', sydney, 'https://www.auspayplus.com.au/brands/npp')

export const giro: System = {
  name: 'GIRO',
  ...singaporean,
  hours: { opens: '09:00', cutoff: '15:00' },
  arrival: { businessDays: 1, by: '18:00' },
  source: 'https://www.abs.org.sg/consumer-banking/consumers/banking-hours',
}

export const pesoNet: System = {
  name: 'PESONet',
  ...manila,
  // Settled at 10:00, 13:00 and 16:00, and credited three hours later.
  hours: { opens: '07:00', cutoff: '14:00' },
  arrival: { businessDays: 0, by: '19:00' },
  source: 'https://philippinebulletin.com/advisory-on-additional-pesonet-cut-off-time',
}

export const becs: System = {
  name: 'BECS',
  ...sydney,
  hours: { opens: '08:00', cutoff: '16:00' },
  arrival: { businessDays: 1, by: '09:00' },
  source: 'https://www.auspaynet.com.au/payments-and-clearing/direct-entry',
}

/** The core time alone: at other hours only some banks are reached, and no large or bulk payments. */
export const zengin: System = {
  name: 'Zengin',
  ...tokyo,
  hours: { opens: '08:30', cutoff: '15:30' },
  arrival: { minutes: 10 },
  source: 'https://mainichi.jp/english/articles/20181010/p2a/00m/0na/025000c',
}
