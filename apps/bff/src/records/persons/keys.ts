import { createHmac } from 'node:crypto'
import { customerNames, namesOf } from '@corridor/domain'
import { proposedLatin } from '@corridor/domain/transliteration'
import { normalised } from '@corridor/screening'
import type { EntityRow } from '../../db/schema/rows.ts'
import type { Kek } from '../../db/kek.ts'

/** What a customer is found by. */
export type KeyKind =
  | 'DOCUMENT'
  | 'NAME_BIRTH'
  | 'BIRTH'
  | 'PHONE'
  | 'ADDRESS'
  | 'REGISTRATION'
  | 'NAME'
export type LikenessKey = { kind: KeyKind; key: Buffer }

/** A document of the customer itself, with its number. */
export type Paper = { type: string; country: string; number: string }

type Business = { registrationNumber?: string; incorporationCountry?: string }

/** So many parts of a business's name are looked for; one of them is seldom. */
const partsMax = 8

export const businessOf = ({ business }: Pick<EntityRow, 'business'>) =>
  (business ?? {}) as Business

/** A customer's names, also as a name in another script may be spelled. */
export function namesIn(row: EntityRow): string[] {
  const own = namesOf(customerNames(row))
  const isPerson = row.type === 'individual'
  const country = (isPerson ? row.nationality : businessOf(row).incorporationCountry) ?? ''
  const proposed = own.map((name) => proposedLatin(name, { country, isPerson }))
  return [...new Set([...own, ...proposed])].filter((name) => name !== '')
}

/**
 * Keyed hashes of what a customer may have in common with others: births and phone numbers are few
 * enough to be tried one by one. Numbers and names are compared without signs between them.
 */
export function likenessKeys(kek: Kek, row: EntityRow, papers: readonly Paper[]): LikenessKey[] {
  const key = kek.derive('customer-likeness/v1')
  const of = (kind: KeyKind, ...parts: readonly string[]): LikenessKey[] =>
    parts.includes('')
      ? []
      : [
          {
            kind,
            key: createHmac('sha256', key)
              .update(JSON.stringify([row.partner_id, row.type, kind, ...parts]))
              .digest()
              .subarray(0, 16),
          },
        ]
  const names = [
    ...new Set(
      namesIn(row)
        .map(partsOf)
        .map((parts) => parts.join(' ')),
    ),
  ]
  const found = [
    ...papers.flatMap(({ type, country, number }) => of('DOCUMENT', type, country, bare(number))),
    ...of('PHONE', row.phone_number.replaceAll(/\D/g, '')),
    ...of('ADDRESS', addressOf(row)),
    ...(row.type === 'business' ? ofBusiness() : ofPerson()),
  ]
  return [
    ...new Map(found.map((item) => [`${item.kind} ${item.key.toString('hex')}`, item])).values(),
  ]

  function ofPerson() {
    const birth = row.date_of_birth ?? ''
    return [...of('BIRTH', birth), ...names.flatMap((name) => of('NAME_BIRTH', name, birth))]
  }

  function ofBusiness() {
    const { registrationNumber = '', incorporationCountry = '' } = businessOf(row)
    const parts = [...new Set(names.flatMap((name) => name.split(' ')))]
    return [
      ...of('REGISTRATION', incorporationCountry, bare(registrationNumber)),
      ...parts.slice(0, partsMax).flatMap((part) => of('NAME', incorporationCountry, part)),
    ]
  }
}

const bare = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
/** The parts in one order, long ones first: short ones are legal forms and initials. */
const partsOf = (name: string) =>
  normalised(name)
    .split(' ')
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))

/** Without a street two customers have nothing in common but a town. */
function addressOf({ permanent_address: address }: EntityRow): string {
  const {
    addressLine1 = '',
    addressLine2 = '',
    postalCode = '',
    city = '',
    country = '',
  } = address as Readonly<Record<string, string>>
  if (addressLine1 === '' || country === '') return ''
  return normalised([addressLine1, addressLine2, postalCode, city, country].join(' '))
}
