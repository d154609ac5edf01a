import type { PostalAddress } from '../../port/bank.ts'
import { cleanText, isWritable } from '../../values/text.ts'
import { element, type Part } from '../xml/writer.ts'

/** As long as every bank takes it. */
const nameMax = 70

/** A name as it goes out: in Latin letters, '' where a part of it cannot be written in them. */
export const payeeName = (name: string): string =>
  isWritable(name) ? cleanText(name, nameMax) : ''

/** An order to somebody without a name that a bank can write: it goes into no file. */
export class UnnamedPayee extends Error {
  override readonly name = 'UnnamedPayee'
  readonly reference: string
  constructor(reference: string) {
    super(`the payee of ${reference} has no name in Latin letters`)
    this.reference = reference
  }
}

/** The code of operations.md 10 for it. */
export const unnamedCode = 'BENEFICIARY_NAME_MISSING'

/** Beside town and country, banks take so many lines. */
const linesMax = 2

/**
 * An address as banks take it from November 2026 on: town and country in members of their own, and
 * other members where they are known apart. Nothing at all where it has neither.
 */
export function addressElement(address: PostalAddress | undefined): Part {
  if (address === undefined) return undefined
  const part = (name: string, text: string | undefined, lengthMax: number) => {
    const clean = cleanText(text ?? '', lengthMax)
    return clean === '' ? undefined : element(name, clean)
  }
  const country = /^[A-Z]{2}$/.test(address.country ?? '') ? address.country : undefined
  const lines = (address.lines ?? []).map((line) => part('AdrLine', line, 70))
  const parts = [
    part('StrtNm', address.street, 70),
    part('BldgNb', address.buildingNumber, 16),
    part('PstCd', address.postalCode, 16),
    part('TwnNm', address.town, 35),
    part('CtrySubDvsn', address.region, 35),
    country === undefined ? undefined : element('Ctry', country),
    ...lines.filter((line) => line !== undefined).slice(0, linesMax),
  ]
  return parts.some((item) => item !== undefined) ? element('PstlAdr', ...parts) : undefined
}

type Party = {
  name: string
  address?: PostalAddress | undefined
  lei?: string | undefined
}

/** ISO 17442; the check digits are those of whoever issued it. */
const leiForm = /^[A-Z0-9]{18}\d{2}$/

/** What a party has in an order: name, address and legal entity identifier, each where it is known. */
export function partyElement(tag: string, { name, address, lei = '' }: Party): Part {
  const clean = payeeName(name)
  return element(
    tag,
    clean === '' ? undefined : element('Nm', clean),
    addressElement(address),
    leiForm.test(lei) ? element('Id', element('OrgId', element('LEI', lei))) : undefined,
  )
}
