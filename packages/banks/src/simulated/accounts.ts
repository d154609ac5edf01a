import type { AccountRequest, BankAdapter } from '../port/bank.ts'
import { drawFrom } from '../accounts/draw.ts'
import { schemes } from '../accounts/schemes.ts'

/** Holder names that make the simulated bank open accounts otherwise, as a sandbox needs it. */
export const bankMagic = {
  /** The first request for an account stays without an answer; the next one is served. */
  slow: 'SLOW BANK',
  /** The bank opens no account for this customer. */
  none: 'NO BANK',
} as const

/** The account from which a person pays in the sandbox: the same one for a name in a country. */
export function simulatedSender(countryCode: string, name: string): string {
  const scheme = schemes[countryCode]
  if (!scheme) return ''
  const draw = drawFrom(`${countryCode}\nsender\n${name.trim().toUpperCase()}`)
  return scheme.account(draw, scheme.testBank(draw))
}

/**
 * Accounts that exist nowhere: their numbers are right in each country's own form and follow from
 * the reference alone, so that asking again gives the same account, in any process.
 */
export function createSimulatedAccounts(): Pick<BankAdapter, 'openAccount'> {
  const unanswered = new Set<string>()
  return { openAccount }

  async function openAccount({
    reference,
    countryCode,
    currency,
    holderName,
  }: AccountRequest): ReturnType<BankAdapter['openAccount']> {
    const holder = holderName.trim().toUpperCase()
    const scheme = schemes[countryCode]
    if (!scheme || holder === bankMagic.none) return { ok: false, failure: 'COUNTRY_NOT_SERVED' }
    if (holder === bankMagic.slow && !unanswered.has(reference)) {
      unanswered.add(reference)
      return { ok: false, failure: 'BANK_UNAVAILABLE' }
    }
    const draw = drawFrom(`${countryCode}\n${reference}`)
    const issuer = scheme.testBank(draw)
    return {
      ok: true,
      value: {
        currency,
        bankName: `Corridor Test Bank ${countryCode}`,
        bankAddress: scheme.address,
        routingNumber: issuer.routingNumber,
        accountNumber: scheme.account(draw, issuer),
        rail: scheme.rail,
      },
    }
  }
}
