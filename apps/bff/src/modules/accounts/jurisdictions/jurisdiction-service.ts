import type { Deps } from '../../../ports/deps.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'

export type JurisdictionFilter = {
  type?: string | undefined
  currency?: string | undefined
  q?: string | undefined
}

export type JurisdictionService = ReturnType<typeof createJurisdictionService>

/** The countries and chains that accounts belong to. */
export function createJurisdictionService(deps: Pick<Deps, 'jurisdictions'>) {
  return { jurisdictions }

  /** Countries and chains that match, in their own order. */
  function jurisdictions({ type, currency, q }: JurisdictionFilter): JurisdictionRecord[] {
    const wanted = q?.toLowerCase()
    return deps.jurisdictions.all.filter(
      (jurisdiction) =>
        (!type || jurisdiction.type === type) &&
        (!currency || jurisdiction.currency === currency.toUpperCase()) &&
        (!wanted || `${jurisdiction.name} ${jurisdiction.currency}`.toLowerCase().includes(wanted)),
    )
  }
}
