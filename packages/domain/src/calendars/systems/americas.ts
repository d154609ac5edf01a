import { brazil } from '../data/brazil.ts'
import { canada } from '../data/canada.ts'
import { mexico } from '../data/mexico.ts'
import { unitedStates } from '../data/united-states.ts'
import type { System } from '../base/types.ts'

const newYork = 'America/New_York'
const toronto = 'America/Toronto'
const saoPaulo = 'America/Sao_Paulo'

export const ach: System = {
  name: 'ACH',
  zone: newYork,
  calendar: unitedStates,
  hours: { opens: '08:00', cutoff: '17:00' },
  // Credits of the next day settle at 08:30 and are there at nine (Nacha, section 3.3.1.2).
  arrival: { businessDays: 1, by: '09:00' },
  source:
    'https://www.frbservices.org/resources/resource-centers/same-day-ach/fedach-processing-schedule.html',
}

export const fedwire: System = {
  name: 'Fedwire',
  zone: newYork,
  calendar: unitedStates,
  // Customers' payments are taken until 18:45: banks need some of it.
  hours: { opens: '21:00', opensOn: 'THE_EVE', cutoff: '18:30' },
  arrival: { minutes: 60 },
  source: 'https://www.federalreserve.gov/paymentsystems/fedfunds_about.htm',
}

const instantDollars = (name: string, source: string): System => ({
  name,
  zone: newYork,
  calendar: unitedStates,
  hours: 'ALWAYS',
  arrival: { minutes: 1 },
  source,
})

export const rtp = instantDollars('RTP', 'https://www.theclearinghouse.org/payment-systems/rtp')
export const fedNow = instantDollars(
  'FedNow',
  'https://www.federalreserve.gov/paymentsystems/fednow_about.htm',
)

export const eft: System = {
  name: 'EFT',
  zone: toronto,
  calendar: canada,
  hours: { opens: '08:00', cutoff: '16:00' },
  arrival: { businessDays: 1, by: '12:00' },
  source: 'https://docs.nium.com/docs/payouts/canada-eft-interac',
}

export const lynx: System = {
  name: 'Lynx',
  zone: toronto,
  calendar: canada,
  hours: { opens: '08:00', cutoff: '17:00' },
  arrival: { minutes: 60 },
  source: 'https://laws-lois.justice.gc.ca/eng/regulations/SOR-2021-182/FullText.html',
}

export const spei: System = {
  name: 'SPEI',
  zone: 'America/Mexico_City',
  calendar: mexico,
  hours: 'ALWAYS',
  arrival: { minutes: 5 },
  source: 'https://www.banxico.org.mx/servicios/sistema-pagos-electronicos-in.html',
}

export const pix: System = {
  name: 'Pix',
  zone: saoPaulo,
  calendar: brazil,
  hours: 'ALWAYS',
  arrival: { minutes: 1 },
  source: 'https://www.bcb.gov.br/en/financialstability/pix_en',
}

export const ted: System = {
  name: 'TED',
  zone: saoPaulo,
  calendar: brazil,
  // Orders for customers are taken until 17:30: banks need some of it.
  hours: { opens: '06:30', cutoff: '17:00' },
  arrival: { minutes: 60 },
  source:
    'https://bcb.gov.br/Pre/Surel/RelAdmBC/2012/relatorio-de-atividades/sistemas-de-pagamentos/sistema-de-transferencia-de-reservas.html',
}
