import anyAscii from 'any-ascii'
import { townOf } from '../fields/index.ts'
import { isLatin, type TwoNames } from '../entities/names/latin.ts'
import { proposedLatin } from '../entities/names/proposal.ts'
import type { PostalMembers } from './travel-rule.ts'

/** One side of a payment between providers, as far as it is known. */
export type TravelPerson = {
  isBusiness: boolean
  name: TwoNames
  /** Of a person whose name was given in two parts. */
  parts?: { firstName: string; lastName: string } | undefined
  /** Our own id of the customer; '' of somebody who is none. */
  customerId: string
  /** Wallet, or what may be shown of an account's number; '' where none is known. */
  account: string
  lei: string
  /** ISO 3166 alpha-2; '' where it is not known. */
  country: string
  postal?: PostalMembers | undefined
}

/** A provider of wallets, such as we are one. */
export type TravelProvider = { name: string; lei?: string | undefined }

type NaturalName = {
  primaryIdentifier: string
  secondaryIdentifier?: string
  nameIdentifierType: 'LEGL'
}
type LegalName = { legalPersonName: string; legalPersonNameIdentifierType: 'LEGL' }
type Names<T> = { nameIdentifier: T[]; localNameIdentifier?: T[] }
type Address = {
  addressType: 'HOME' | 'GEOG'
  addressLine: string[]
  postCode?: string
  townName: string
  countrySubDivision?: string
  country: string
}
type Shared = { geographicAddress?: Address[]; customerIdentification?: string }
type Person =
  | { naturalPerson: Shared & { name: Names<NaturalName>; countryOfResidence?: string } }
  | { legalPerson: LegalPerson }
type LegalPerson = Shared & {
  name: Names<LegalName>
  nationalIdentification?: { nationalIdentifier: string; nationalIdentifierType: 'LEIX' }
  countryOfRegistration?: string
}

/** A message of the interVASP Messaging Standard, IVMS 101 issue 1 (May 2020), as JSON. */
export type Ivms101 = {
  originator: { originatorPersons: Person[]; accountNumber?: string[] }
  beneficiary: { beneficiaryPersons: Person[]; accountNumber?: string[] }
  originatingVASP: { originatingVASP: { legalPerson: LegalPerson } }
  beneficiaryVASP?: { beneficiaryVASP: { legalPerson: LegalPerson } }
  payloadMetadata?: { transliterationMethod: string[] }
}

/** What providers write to each other about a payment on a chain. */
export function ivms101Of(payment: {
  originator: TravelPerson
  beneficiary: TravelPerson
  from: TravelProvider
  to?: TravelProvider | undefined
}): Ivms101 {
  const { originator, beneficiary, from, to } = payment
  const scripts = [...new Set([originator, beneficiary].flatMap(scriptOf))]
  return {
    originator: { originatorPersons: [personOf(originator)], ...accountOf(originator) },
    beneficiary: { beneficiaryPersons: [personOf(beneficiary)], ...accountOf(beneficiary) },
    originatingVASP: { originatingVASP: providerOf(from) },
    ...(to ? { beneficiaryVASP: { beneficiaryVASP: providerOf(to) } } : {}),
    ...(scripts.length > 0 ? { payloadMetadata: { transliterationMethod: scripts } } : {}),
  }
}

/** Characters of the standard's texts: printable ASCII alone, no longer than they may be. */
const plain = (text: string, lengthMax: number): string =>
  anyAscii(text)
    .replaceAll(/[^ -~]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()

const local = (text: string): string => Array.from(text).slice(0, 100).join('')

function personOf(person: TravelPerson): Person {
  const { isBusiness, country, customerId } = person
  const address = addressOf(person)
  const shared = {
    ...(address ? { geographicAddress: [address] } : {}),
    ...(customerId === '' ? {} : { customerIdentification: plain(customerId, 50) }),
  }
  if (isBusiness)
    return {
      legalPerson: {
        name: {
          nameIdentifier: [legal(plain(latinName(person), 100))],
          ...(isForeign(person) ? { localNameIdentifier: [legal(local(person.name.name))] } : {}),
        },
        ...shared,
        ...identified(person.lei),
        ...(country === '' ? {} : { countryOfRegistration: country }),
      },
    }
  return {
    naturalPerson: {
      name: naturalNames(person),
      ...shared,
      ...(country === '' ? {} : { countryOfResidence: country }),
    },
  }
}

/** A registration number without its authority in GLEIF's list is none by the standard (C9, C10). */
const identified = (lei: string | undefined) =>
  lei
    ? {
        nationalIdentification: {
          nationalIdentifier: lei,
          nationalIdentifierType: 'LEIX' as const,
        },
      }
    : {}

const providerOf = ({ name, lei }: TravelProvider): { legalPerson: LegalPerson } => ({
  legalPerson: { name: { nameIdentifier: [legal(plain(name, 100))] }, ...identified(lei) },
})

const legal = (legalPersonName: string): LegalName => ({
  legalPersonName,
  legalPersonNameIdentifierType: 'LEGL',
})

const natural = (primary: string, secondary: string): NaturalName => ({
  primaryIdentifier: primary || secondary,
  ...(primary === '' || secondary === '' ? {} : { secondaryIdentifier: secondary }),
  nameIdentifierType: 'LEGL',
})

/** A Latin name that was given in one line stays whole: nobody knows where its parts begin. */
function naturalNames(person: TravelPerson): Names<NaturalName> {
  const { firstName = '', lastName = '' } = person.parts ?? {}
  if (!isForeign(person)) {
    const [primary, secondary] = person.parts ? [lastName, firstName] : [latinName(person), '']
    return { nameIdentifier: [natural(plain(primary, 100), plain(secondary, 100))] }
  }
  const [primary, secondary] = person.parts ? [lastName, firstName] : [person.name.name, '']
  return {
    nameIdentifier: [natural(plain(latinName(person), 100), '')],
    localNameIdentifier: [natural(local(primary), local(secondary))],
  }
}

const isForeign = ({ name }: TravelPerson): boolean => !isLatin(name.name)

function latinName({ name, country, isBusiness }: TravelPerson): string {
  if (name.latinName) return name.latinName
  if (isLatin(name.name)) return name.name
  return proposedLatin(name.name, { country, isPerson: !isBusiness }) || name.name
}

const accountOf = ({ account }: TravelPerson) =>
  account === '' ? {} : { accountNumber: [plain(account, 512)] }

/** Whole or not at all: the standard asks for a town, and for a street or a line (C8). */
function addressOf({ postal, isBusiness, country }: TravelPerson): Address | undefined {
  const { addressLine1 = '', addressLine2 = '', locality = '', ...rest } = postal ?? {}
  const lines = [addressLine1, addressLine2, locality]
    .map((line) => plain(line, 70))
    .filter((line) => line !== '')
  const townName = plain(townOf(rest), 35)
  const land = rest.country || country
  if (lines.length === 0 || townName === '' || land === '') return undefined
  const postCode = plain(rest.postalCode ?? '', 16)
  const region = plain(rest.state ?? '', 35)
  return {
    addressType: isBusiness ? 'GEOG' : 'HOME',
    addressLine: lines,
    ...(postCode === '' ? {} : { postCode }),
    townName,
    ...(region === '' ? {} : { countrySubDivision: region }),
    country: land,
  }
}

/** ISO 15924, as the standard lists them. */
const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'arab'],
  [/\p{Script=Armenian}/u, 'armn'],
  [/\p{Script=Cyrillic}/u, 'cyrl'],
  [/\p{Script=Devanagari}/u, 'deva'],
  [/\p{Script=Georgian}/u, 'geor'],
  [/\p{Script=Greek}/u, 'grek'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'kana'],
  [/\p{Script=Han}/u, 'hani'],
  [/\p{Script=Hebrew}/u, 'hebr'],
  [/\p{Script=Hangul}/u, 'kore'],
  [/\p{Script=Thai}/u, 'thai'],
]
/** Persian is written in Arabic letters and spelled by a standard of its own. */
const persian = new Set(['IR', 'AF', 'TJ'])

function scriptOf(person: TravelPerson): string[] {
  if (!isForeign(person)) return []
  const [, code = 'othr'] = scripts.find(([script]) => script.test(person.name.name)) ?? []
  return [code === 'arab' && persian.has(person.country) ? 'aran' : code]
}
