import * as world from './africa-asia-pacific.ts'
import * as americas from './americas.ts'
import * as europe from './europe.ts'
import { swift } from './swift.ts'
import type { System } from '../base/types.ts'

/** By the name of the rail; RTGS is a rail of India, whose name other countries use as well. */
export const systems = {
  AANI: europe.aani,
  ACH: americas.ach,
  BACS: europe.bacs,
  BECS: world.becs,
  CHAPS: europe.chaps,
  EFT: americas.eft,
  FAST: world.fast,
  FASTER_PAYMENTS: europe.fasterPayments,
  FEDNOW: americas.fedNow,
  FEDWIRE: americas.fedwire,
  GIRO: world.giro,
  IMPS: world.imps,
  INSTAPAY: world.instaPay,
  KASSIP: europe.kassip,
  LYNX: americas.lynx,
  MPESA: world.mPesa,
  NEFT: world.neft,
  NIP: world.nip,
  NPP: world.npp,
  PAYNOW: world.payNow,
  PESALINK: world.pesaLink,
  PESONET: world.pesoNet,
  PIX: americas.pix,
  RTGS: world.indianRtgs,
  RTP: americas.rtp,
  SEPA_CREDIT: europe.sepaCredit,
  SEPA_INSTANT: europe.sepaInstant,
  SPEI: americas.spei,
  SWIFT: swift,
  T2: europe.t2,
  TED: americas.ted,
  UAEFTS: europe.uaefts,
  WAMD: europe.wamd,
  ZENGIN: world.zengin,
} satisfies Readonly<Record<string, System>>

export type Rail = keyof typeof systems

/** The day of banks, for an order that leaves the rail to them: then an instant one is not sure. */
const bankHours = (system: System): System => ({
  ...system,
  hours: { opens: '08:00', cutoff: '15:00' },
  arrival: { businessDays: 1, by: '18:00' },
})

/** What a bank takes at the latest where an order leaves the rail to it. */
const usual: Readonly<Record<string, System>> = {
  AE: europe.uaefts,
  AU: world.becs,
  BR: americas.ted,
  CA: americas.eft,
  GB: bankHours(europe.chaps),
  IN: bankHours(world.neft),
  JP: world.zengin,
  KE: bankHours(world.pesaLink),
  KW: europe.kassip,
  MX: bankHours(americas.spei),
  NG: bankHours(world.nip),
  PH: world.pesoNet,
  SG: world.giro,
  US: americas.ach,
}

const isRail = (rail: string): rail is Rail => Object.hasOwn(systems, rail)

/** An account to pay from or to; `rail` is '' where the choice is the bank's. */
export type Place = { countryCode: string; rail: string; currency?: string }

/** The system that carries an order; undefined for a rail that no table has. */
export function systemOf({ countryCode, rail, currency }: Place): System | undefined {
  if (rail !== '') return isRail(rail) ? systems[rail] : undefined
  return usual[countryCode] ?? (currency === 'EUR' ? europe.sepaCredit : undefined)
}

/** The system of a country's banks; that of the euro where it has none of its own. */
export const bankSystemOf = (countryCode: string): System => usual[countryCode] ?? europe.sepaCredit
