import type { KycSubject } from './subject.ts'

/** What one verification costs, in whole units of a dollar stablecoin of the service. */
export const kycFees: Readonly<Record<KycSubject['type'], bigint>> = {
  individual: 2n,
  business: 10n,
}
/** Fees are stated in this currency; any of the service's dollar tokens pays them at par. */
export const kycFeeCurrency = 'USDC'
