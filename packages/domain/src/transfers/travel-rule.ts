import { townOf } from '../fields/basics.ts'

/** Worth above which originator and beneficiary must be known in full, in millionths of a dollar. */
export const travelRuleAbove = 1_000_000_000n

/** Who pays: by birth, or as a company by its registration, or by where they live. */
export type Originator = {
  name: string
  /** The account or wallet that paid; masked where it is a bank account, '' where none is known. */
  account: string
  dateOfBirth: string
  /** A company's registration number. */
  nationalId: string
  address: string
  /** ISO 3166 alpha-2. */
  country: string
  /** The same address in its members; absent in orders of earlier releases. */
  postal?: PostalMembers
  /** Legal entity identifier, where one is known. */
  lei?: string
}
/** Who is paid. */
export type Beneficiary = {
  name: string
  account: string
  country: string
  postal?: PostalMembers
  lei?: string
}

/** Members of an address as customers give them; those that are not known are absent or ''. */
export type PostalMembers = Partial<
  Record<
    'addressLine1' | 'addressLine2' | 'locality' | 'city' | 'state' | 'country' | 'postalCode',
    string
  >
>
/** Where whoever is paid lives: the address that was given, or that of the customer whose own it is. */
export function payeeAddress(
  {
    ownership,
    holderAddress: given,
  }: { ownership: string; holderAddress: PostalMembers | null | undefined },
  customer: PostalMembers | null | undefined,
): PostalMembers | null | undefined {
  if (given && townOf(given) !== '') return given
  return ownership === 'SELF' ? customer : given
}

/** What is known of an address; undefined where nothing is. */
export function knownPostal(address: PostalMembers | null | undefined): PostalMembers | undefined {
  const known = Object.entries(address ?? {}).filter(([, text]) => text)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** An address of a customer or an account's holder as orders of banks have it (`PostalAddress` of the banks' port). */
export function postalAddress({ addressLine1, addressLine2, locality, ...rest }: PostalMembers) {
  const { city: _, state: region, ...others } = rest
  const town = townOf(rest)
  const lines = [addressLine1, addressLine2, locality].filter((line) => line !== undefined)
  return {
    ...others,
    lines,
    ...(town === '' ? {} : { town }),
    ...(region === undefined ? {} : { region }),
  }
}

export type TravelRule = { originator: Originator; beneficiary: Beneficiary; purposeCode: string }

/** Countries whose law has every payment from abroad state its purpose (India: FEMA, 1999). */
const statesPurpose = new Set(['IN'])

export const needsPurpose = (country: string | undefined) => statesPurpose.has(country ?? '')

/** What is missing of a transfer's parties: names of members, none where everything is there. */
export function missingForTravelRule(
  { originator, beneficiary, purposeCode }: TravelRule,
  toCountry: string | undefined,
): string[] {
  const identified = originator.dateOfBirth || originator.nationalId || originator.address
  const known: Record<string, string> = {
    'originator.name': originator.name,
    'originator.country': originator.country,
    'originator.dateOfBirth': identified,
    'beneficiary.name': beneficiary.name,
    'beneficiary.account': beneficiary.account,
    ...(needsPurpose(toCountry) ? { purposeCode } : {}),
  }
  return Object.keys(known).filter((member) => known[member] === '')
}
