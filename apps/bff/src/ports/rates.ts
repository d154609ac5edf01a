import type { MidRate, Result } from '@corridor/domain'

export type { MidRate, RateFile } from '@corridor/domain'

/** NO_RATE: no source quotes the currency. RATES_STALE: its source has no recent quote. */
export type RateFailure = 'NO_RATE' | 'RATES_STALE'

/** Mid rates between any two currencies. */
export type Rates = {
  /** At a moment of the service's clock; out of memory, since every quote asks. */
  midRate(from: string, to: string, at: Date): Result<MidRate, RateFailure>
}
