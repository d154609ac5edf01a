import { countrySpecs, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import { isIn, zoneNamed } from '../zones/zones.ts'
import { countryName, isCountry } from './basics.ts'

/** Without the spaces of the printed form. */
export const compact = (value: string): string => value.replaceAll(/[\s-]/gu, '').toUpperCase()

/** ISO 13616: country, length and form of its account, check digits, and national ones where known. */
export function ibanFault(value: string): string | undefined {
  const iban = compact(value)
  const code = iban.slice(0, 2)
  const length = countrySpecs[code]?.chars
  if (!/^[A-Z]{2}/u.test(iban) || !isCountry(code) || !length) {
    return 'An IBAN begins with the two letters of a country that uses IBANs.'
  }
  const country = countryName(code)
  if (iban.length !== length) {
    return `An IBAN of ${country} has ${length} characters; this one has ${iban.length}.`
  }
  const { errorCodes } = validateIBAN(iban)
  const has = (error: ValidationErrorsIBAN): boolean => errorCodes.includes(error)
  if (has(ValidationErrorsIBAN.ChecksumNotNumber)) {
    return 'The third and fourth character of an IBAN are digits.'
  }
  if (has(ValidationErrorsIBAN.WrongBBANFormat)) {
    return `The IBAN has a letter or a digit where an account in ${country} cannot have one.`
  }
  if (has(ValidationErrorsIBAN.WrongIBANChecksum)) return "The IBAN's check digits are wrong."
  if (has(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)) {
    return "The check digits of the IBAN's national account number are wrong."
  }
  return errorCodes.length > 0 ? 'This is not an IBAN.' : undefined
}

/** `place` is a country, or a zone whose countries are reached alike. */
export function ibanCountryFault(value: string, place: string): string | undefined {
  const own = compact(value).slice(0, 2)
  const zone = zoneNamed(place)
  if (zone && !isIn(zone, own))
    return `This IBAN is of ${countryName(own)}, which ${zone.name} does not reach.`
  if (zone || own === place) return undefined
  return `This IBAN is of ${countryName(own)}; ${countryName(place)} is asked for.`
}

/** What is worth knowing of a BIC that stands beside an IBAN, which alone says where money goes. */
export function bicNote(bic: string, iban: string): string {
  const [bank, account] = [compact(bic).slice(4, 6), compact(iban).slice(0, 2)]
  if (bic === '' || iban === '' || bank === account) return ''
  return `The BIC is of ${countryName(bank)}, the IBAN of ${countryName(account)}: the IBAN decides.`
}

/** ISO 9362: 8 or 11 characters with the country in the fifth and sixth. */
export function bicFault(value: string): string | undefined {
  const bic = compact(value)
  if (!isValidBIC(bic)) {
    return 'A BIC has 8 or 11 characters: bank, country and place, such as DEUTDEFF.'
  }
  return undefined
}

export function bicCountryFault(value: string, country: string): string | undefined {
  const own = compact(value).slice(4, 6)
  if (own === country) return undefined
  return `This BIC is of ${countryName(own)}; ${countryName(country)} is asked for.`
}
