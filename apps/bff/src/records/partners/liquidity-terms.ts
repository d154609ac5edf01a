import { type DrawingRates, readBasisPoints } from '@corridor/domain'
import { partnerTerms } from './terms.ts'

/** What was agreed with a partner of its credit line. Rates: basis points as decimal text. */
export type LiquidityTerms = {
  /** The token jurisdiction of the line; the first of the instance where nothing is given. */
  jurisdictionId: string | undefined
  /** In units of the asset. */
  creditLimit: number
  dailyLimit: number
  txnLimit: number
  hourlyFeeRateInBps: string
  rates: RateTexts
  tenorHours: number
}
export type RateTexts = Record<keyof DrawingRates, string>

const sandboxLimits = { creditLimit: 1_000_000, dailyLimit: 500_000, txnLimit: 100_000 }
/** Nobody lends to whom nothing was agreed with. */
const noLimits = { creditLimit: 0, dailyLimit: 0, txnLimit: 0 }

const usualHourlyRate = '0.36'
const usualRates: RateTexts = {
  ratePerUnitTime: '0.25',
  customerReliabilityScoreRate: '0.5',
  affiliateFeeRate: '1',
  fixedBaseRate: '4',
  counterPartyRiskPremiumRate: '2.5',
}
const usualTenorHours = 168

/** Terms of a credit line from a partner's settings. @throws where they are invalid */
export function liquidityTerms(settings: unknown, environment: string): LiquidityTerms {
  const { liquidity: agreed } = partnerTerms(settings)
  const limits = environment === 'sandbox' ? sandboxLimits : noLimits
  return {
    jurisdictionId: agreed.jurisdictionId,
    creditLimit: agreed.creditLimit ?? limits.creditLimit,
    dailyLimit: agreed.dailyLimit ?? limits.dailyLimit,
    txnLimit: agreed.txnLimit ?? limits.txnLimit,
    hourlyFeeRateInBps: agreed.hourlyFeeRateInBps ?? usualHourlyRate,
    rates: {
      ratePerUnitTime: agreed.ratePerUnitTime ?? usualRates.ratePerUnitTime,
      customerReliabilityScoreRate:
        agreed.customerReliabilityScoreRate ?? usualRates.customerReliabilityScoreRate,
      affiliateFeeRate: agreed.affiliateFeeRate ?? usualRates.affiliateFeeRate,
      fixedBaseRate: agreed.fixedBaseRate ?? usualRates.fixedBaseRate,
      counterPartyRiskPremiumRate:
        agreed.counterPartyRiskPremiumRate ?? usualRates.counterPartyRiskPremiumRate,
    },
    tenorHours: agreed.tenorHours ?? usualTenorHours,
  }
}

/** Rates as they are computed with: ten-thousandths of a basis point. */
export const ratesOf = (texts: RateTexts): DrawingRates => ({
  ratePerUnitTime: readBasisPoints(texts.ratePerUnitTime),
  customerReliabilityScoreRate: readBasisPoints(texts.customerReliabilityScoreRate),
  affiliateFeeRate: readBasisPoints(texts.affiliateFeeRate),
  fixedBaseRate: readBasisPoints(texts.fixedBaseRate),
  counterPartyRiskPremiumRate: readBasisPoints(texts.counterPartyRiskPremiumRate),
})
