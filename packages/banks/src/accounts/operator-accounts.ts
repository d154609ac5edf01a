import { drawFrom } from './draw.ts'
import { schemes } from './schemes.ts'

/** An account that the service has at its bank: it pays from it, and what it is paid lands there. */
export type OperatorAccount = {
  /** ISO 3166 code of the country that it lies in. */
  countryCode: string
  currency: string
  /** In whose name the bank keeps it. */
  holderName: string
  bankName: string
  bankAddress: string
  /** BIC or national code of the bank, as shown to payers. */
  routingNumber: string
  /** IBAN, or the national number. */
  accountNumber: string
  /**
   * Digits behind the bank's own part that all virtual accounts begin with, as agreed with the bank;
   * '' where every number is free.
   */
  virtualPrefix: string
  /**
   * Where the holder has its seat, as orders name it; without the town they leave the address to the
   * bank's own record. The country is that of the account where none is given.
   */
  street?: string | undefined
  buildingNumber?: string | undefined
  postalCode?: string | undefined
  town?: string | undefined
  country?: string | undefined
  /** Legal entity identifier of the holder. */
  lei?: string | undefined
}

/** The operator account for a country and currency. */
export const operatorAccountFor = (
  accounts: readonly OperatorAccount[],
  place: Pick<OperatorAccount, 'countryCode' | 'currency'>,
): OperatorAccount | undefined =>
  accounts.find(
    ({ countryCode, currency }) => countryCode === place.countryCode && currency === place.currency,
  )

/** Operator accounts at fictitious banks, for a sandbox: always the same ones. */
export function testOperatorAccounts(
  places: readonly Pick<OperatorAccount, 'countryCode' | 'currency'>[],
): OperatorAccount[] {
  return places.flatMap(({ countryCode, currency }) => {
    const scheme = schemes[countryCode]
    if (!scheme) return []
    const draw = drawFrom(`house\n${countryCode}\n${currency}`)
    const issuer = scheme.testBank(draw)
    return [
      {
        countryCode,
        currency,
        holderName: 'Corridor Payments',
        bankName: `Corridor File Bank ${countryCode}`,
        bankAddress: scheme.address,
        routingNumber: issuer.routingNumber,
        accountNumber: scheme.account(draw, issuer),
        virtualPrefix: '',
        ...scheme.seat,
      },
    ]
  })
}
