import { sepa } from './sepa.ts'

/** Countries whose accounts the same rails reach, in one currency. */
export type Zone = {
  name: string
  rails: readonly string[]
  countries: readonly string[]
  territories: readonly string[]
}

const zones: readonly Zone[] = [sepa]

/**
 * Rails whose orders are refused without the payee's town and country, from November 2026 on: CHAPS
 * (Bank of England, policy for ISO 20022 in CHAPS) and Fedwire (Federal Reserve, ISO 20022
 * implementation). Read on 28 November 2026.
 */
const withTown: ReadonlySet<string> = new Set(['CHAPS', 'FEDWIRE'])

export const needsTown = (rail: string): boolean => withTown.has(rail)

export const zoneNamed = (name: string): Zone | undefined =>
  zones.find((zone) => zone.name === name)

export const isIn = ({ countries, territories }: Zone, country: string): boolean =>
  countries.includes(country) || territories.includes(country)

/** The zone that a rail reaches; undefined for those that reach the accounts of one country alone. */
export const zoneOfRail = (rail: string): Zone | undefined =>
  zones.find(({ rails }) => rails.includes(rail))
