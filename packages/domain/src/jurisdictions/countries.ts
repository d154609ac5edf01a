import { kenya, nigeria } from './countries/africa.ts'
import { canada, mexico, unitedStates } from './countries/americas.ts'
import { australia, india, philippines, singapore } from './countries/asia.ts'
import { brazil } from './countries/brazil.ts'
import { france, germany, italy, netherlands, spain, unitedKingdom } from './countries/europe.ts'
import { emirates, kuwait } from './countries/gulf.ts'
import { japan } from './countries/japan.ts'
import type { Country, CountryRules } from './rules/types.ts'

const countries: readonly Country[] = [
  unitedStates,
  germany,
  france,
  spain,
  italy,
  netherlands,
  unitedKingdom,
  mexico,
  india,
  brazil,
  singapore,
  philippines,
  nigeria,
  kenya,
  emirates,
  canada,
  australia,
  japan,
  kuwait,
]

const byCode = new Map(countries.map((country) => [country.code, country]))

export const countryOf = (code: string): Country | undefined => byCode.get(code)

/** All countries that the service knows account forms of, in the order they are listed. */
export const countryRules: readonly CountryRules[] = countries.map(
  ({ code, name, currency, rails }) => ({ code, name, currency, rails }),
)
