import { countryName } from '../fields/index.ts'

/** Who may be a customer; the operator sets it. */
export type AdmissionRules = {
  /** In years, on the day of the submission. */
  ageMin: number
  /** Countries (ISO 3166, two capital letters) whose nationals and residents are no customers. */
  embargoed: readonly string[]
}

/** A person or a business, by the keys of its answers; '' where nothing is known. */
export type AdmissionFacts = {
  births: readonly { path: string; day: string }[]
  countries: readonly { path: string; country: string }[]
}

/** Why a customer is none, each with the place of its answer. */
export function admissionFaults(
  { births, countries }: AdmissionFacts,
  { ageMin, embargoed }: AdmissionRules,
  today: string,
): { path: string; message: string }[] {
  const year = BigInt(today.slice(0, 4)) - BigInt(ageMin)
  const bornBy = `${String(year).padStart(4, '0')}${today.slice(4)}`
  return [
    ...births
      .filter(({ day }) => day !== '' && day > bornBy)
      .map(({ path }) => ({ path, message: `Customers are at least ${ageMin} years old.` })),
    ...countries
      .filter(({ country }) => embargoed.includes(country))
      .map(({ path, country }) => ({
        path,
        message: `Nobody of ${countryName(country)} can be a customer: the country is under embargo.`,
      })),
  ]
}
