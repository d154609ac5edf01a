const none = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const ofCountries = new Set(Intl.supportedValuesOf('currency'))

/** Tokens have more digits than anybody reads: of theirs so many are shown even where they are 0. */
const tokenDigits = 6

/** Digits after the point that an amount of a currency or token is shown with at least. */
export function shownDigits(currency: string): number {
  if (none.has(currency)) return 0
  if (three.has(currency)) return 3
  return ofCountries.has(currency) ? 2 : tokenDigits
}
