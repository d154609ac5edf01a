import { isCountry } from '../fields/index.ts'

/** Whose documents are asked for: a person behind a business. */
export type KycPerson = {
  name: string
  roles: readonly string[]
  ownershipPercent: number
}

/** What is known of a customer from its own record. */
export type KycSubject = {
  type: 'individual' | 'business'
  /** Where it lives or is registered, as ISO 3166 alpha-2. */
  country: string
  /** Members of the record by the keys of the fields, without empty ones. */
  known: Readonly<Record<string, string>>
  persons: readonly KycPerson[]
}

/** A jurisdiction that is asked for; chains have no country. */
export type KycJurisdiction = { id: string; name: string; countryCode?: string | undefined }

export type KycLevel = 'STANDARD' | 'ENHANCED'

/** An owner of so much must prove who it is. */
export const ownershipThreshold = 25

/** Owners of a quarter or more, and whoever controls or signs. */
export const mustProveIdentity = ({ roles, ownershipPercent }: KycPerson): boolean =>
  ownershipPercent >= ownershipThreshold || roles.includes('controller') || roles.includes('signer')

/** The customer as it would be with these answers: they may move it to another country. */
export function withAnswers(subject: KycSubject, answers: Readonly<Record<string, string>>) {
  const known = { ...subject.known, ...answers }
  const home = subject.type === 'individual' ? 'permanentAddress.country' : 'incorporationCountry'
  const named = known[home] ?? ''
  return { ...subject, known, country: isCountry(named) ? named : subject.country }
}
