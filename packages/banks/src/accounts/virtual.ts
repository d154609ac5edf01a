import { drawFrom } from './draw.ts'
import { schemes } from './schemes.ts'
import type { AccountRequest, BankAccountDetails } from '../port/bank.ts'
import { type OperatorAccount, operatorAccountFor } from './house.ts'

type Opened = { ok: true; value: BankAccountDetails } | { ok: false; failure: 'COUNTRY_NOT_SERVED' }

/**
 * A number of its own that leads to the house account: it follows from the reference and the bank's
 * part alone, so that asking again gives the same one, in any process.
 */
export function openVirtualAccount(
  accounts: readonly OperatorAccount[],
  { reference, countryCode, currency }: AccountRequest,
): Opened {
  const house = operatorAccountFor(accounts, { countryCode, currency })
  const scheme = schemes[countryCode]
  if (!house || !scheme) return { ok: false, failure: 'COUNTRY_NOT_SERVED' }
  const { routingNumber, bankName, bankAddress, virtualPrefix: prefix } = house
  const issuer = { routingNumber, bankPart: scheme.bankPartOf(house.accountNumber), prefix }
  const numberFrom = (text: string) => scheme.account(drawFrom(text), issuer)
  const seed = `${countryCode}\n${currency}\n${reference}`
  const first = numberFrom(seed)
  return {
    ok: true,
    value: {
      currency,
      bankName,
      bankAddress,
      routingNumber,
      // The house account's own number is nobody else's.
      accountNumber: first === house.accountNumber ? numberFrom(`${seed}\nagain`) : first,
      rail: scheme.rail,
    },
  }
}
