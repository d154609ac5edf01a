/**
 * Countries and territories whose accounts can be paid in euro by the SEPA schemes, by the first two
 * letters of their IBANs. Source: European Payments Council, EPC list of SEPA scheme countries
 * (EPC409-09) with the announcements of its board until 22 May 2025, when Serbia became the 41st.
 * Read on 28 November 2026.
 *
 * Not in the list are the islands that have IBANs of a country in it: Guernsey, Jersey and the Isle
 * of Man (GB), Åland (FI), and the French overseas territories within the schemes (FR).
 */
export const sepa = {
  name: 'SEPA',
  rails: ['SEPA_CREDIT', 'SEPA_INSTANT'],
  countries: [
    // The European Economic Area.
    ...'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
      ' ',
    ),
    // Since March 2019 or longer.
    ...'AD CH GB MC SM VA'.split(' '),
    // Albania and Montenegro since November 2024, Moldova and North Macedonia since March 2025.
    ...'AL MD ME MK RS'.split(' '),
  ],
  /** Part of the United Kingdom's entry, with IBANs of its own. */
  territories: ['GI'],
} as const
