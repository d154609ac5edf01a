import { rateIsPar } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'

/** Where a credit line is repaid by bank. */
export type BankPlace = {
  jurisdiction: JurisdictionRecord
  details: {
    accountNumber: string
    bankName: string
    bankRoutingNumber: string
    accountHolderName: string
    currency: string
  }
}

const collector = 'Corridor Payments'

/**
 * The service's own account in the money that the asset of a line stands at par with; asked for once.
 * Nothing where the bank does not answer or has none: then a line is repaid on the chain alone.
 */
export function createBankPlaces(
  deps: Pick<Deps, 'bank' | 'jurisdictions' | 'rates' | 'realTime'>,
) {
  const known = new Map<string, BankPlace>()
  return { find, parMoney }

  /** The first country whose money is worth one unit of the asset. */
  function parMoney(asset: string): JurisdictionRecord | undefined {
    return deps.jurisdictions.all.find(({ countryCode, currency }) => {
      if (!countryCode) return false
      const rate = deps.rates.midRate(currency, asset, deps.realTime())
      return rate.ok && rateIsPar(rate.value)
    })
  }

  async function find(asset: string): Promise<BankPlace | undefined> {
    const opened = known.get(asset)
    const jurisdiction = opened ? undefined : parMoney(asset)
    if (!jurisdiction) return opened
    const { countryCode = '', currency, id } = jurisdiction
    const answer = await deps.bank.openAccount({
      reference: `collection/${id}`,
      countryCode,
      currency,
      holderName: collector,
    })
    if (!answer.ok) return undefined
    const { accountNumber, bankName, routingNumber } = answer.value
    const details = {
      accountNumber,
      bankName,
      bankRoutingNumber: routingNumber,
      accountHolderName: collector,
      currency,
    }
    const place = { jurisdiction, details }
    known.set(asset, place)
    return place
  }
}
export type BankPlaces = ReturnType<typeof createBankPlaces>
