/** How a country writes the number under which it taxes a person or business. */
export type TaxIdRules = { label: string; pattern: string; example: string }
type Both = { individual: TaxIdRules; business: TaxIdRules }

const rules = (label: string, pattern: string, example: string): TaxIdRules => ({
  label,
  pattern,
  example,
})

/** Tax ids by country, as the authorities publish their form; check digits are left to them. */
const byCountry: Readonly<Record<string, Both>> = {
  US: {
    individual: rules('SSN or ITIN', '^\\d{3}-?\\d{2}-?\\d{4}$', '078-05-1120'),
    business: rules('EIN', '^\\d{2}-?\\d{7}$', '12-3456789'),
  },
  DE: {
    individual: rules('Tax identification number (IdNr)', '^\\d{11}$', '86095742719'),
    business: rules('VAT number (USt-IdNr)', '^(DE)?\\d{9}$', 'DE136695976'),
  },
  FR: {
    individual: rules('Tax number (SPI)', '^\\d{13}$', '3023217600053'),
    business: rules('SIREN', '^\\d{9}$', '732829320'),
  },
  ES: {
    individual: rules('NIF or NIE', '^[0-9XYZ]\\d{7}[A-Z]$', '12345678Z'),
    business: rules('NIF', '^[A-HJ-NP-SUVW]\\d{7}[0-9A-J]$', 'A58818501'),
  },
  IT: {
    individual: rules(
      'Codice fiscale',
      '^[A-Z]{6}\\d{2}[A-EHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z]$',
      'RSSMRA85T10A562S',
    ),
    business: rules('Partita IVA', '^(IT)?\\d{11}$', '07643520567'),
  },
  NL: {
    individual: rules('BSN', '^\\d{9}$', '111222333'),
    business: rules('RSIN', '^\\d{9}$', '004495445'),
  },
  GB: {
    individual: rules(
      'National Insurance number or UTR',
      '^([A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]|\\d{10})$',
      'AB123456C',
    ),
    business: rules('UTR', '^\\d{10}$', '1955839661'),
  },
  MX: {
    individual: rules('RFC', '^[A-Z&Ñ]{4}\\d{6}[A-Z0-9]{3}$', 'GODE561231GR8'),
    business: rules('RFC', '^[A-Z&Ñ]{3}\\d{6}[A-Z0-9]{3}$', 'MAB9307148T4'),
  },
  IN: {
    individual: rules('PAN', '^[A-Z]{3}P[A-Z]\\d{4}[A-Z]$', 'BNZPM2501F'),
    business: rules('PAN', '^[A-Z]{3}[ABCFGHJLT][A-Z]\\d{4}[A-Z]$', 'AAACI1681G'),
  },
  BR: {
    individual: rules('CPF', '^\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}$', '529.982.247-25'),
    business: rules('CNPJ', '^\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}-?\\d{2}$', '11.222.333/0001-81'),
  },
  SG: {
    individual: rules('NRIC or FIN', '^[STFGM]\\d{7}[A-Z]$', 'S1234567D'),
    business: rules('UEN', '^(\\d{8,9}[A-Z]|[TSR]\\d{2}[A-Z]{2}\\d{4}[A-Z])$', '201912345K'),
  },
  PH: {
    individual: rules('TIN', '^\\d{3}-?\\d{3}-?\\d{3}(-?\\d{3,5})?$', '123-456-789-000'),
    business: rules('TIN', '^\\d{3}-?\\d{3}-?\\d{3}(-?\\d{3,5})?$', '123-456-789-000'),
  },
  NG: {
    individual: rules('BVN', '^\\d{11}$', '22123456789'),
    business: rules('TIN', '^(\\d{8}-?\\d{4}|\\d{10})$', '12345678-0001'),
  },
  KE: {
    individual: rules('KRA PIN', '^A\\d{9}[A-Z]$', 'A000000010G'),
    business: rules('KRA PIN', '^P\\d{9}[A-Z]$', 'P051123456T'),
  },
  AE: {
    individual: rules('Emirates ID', '^784-?\\d{4}-?\\d{7}-?\\d$', '784-1979-1234567-1'),
    business: rules('Tax registration number (TRN)', '^\\d{15}$', '100123456700003'),
  },
  CA: {
    individual: rules('SIN', '^\\d{3}[ -]?\\d{3}[ -]?\\d{3}$', '046 454 286'),
    business: rules('Business number', '^\\d{9}(R[CTPZM]\\d{4})?$', '123456789RC0001'),
  },
  AU: {
    individual: rules('TFN', '^\\d{3} ?\\d{3} ?\\d{2,3}$', '123 456 782'),
    business: rules('ABN', '^\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}$', '51 824 753 556'),
  },
}

const anyTaxId = rules('Tax id', '^[A-Za-z0-9][A-Za-z0-9 ./-]{3,39}$', 'CHE-123.456.788')

/** The tax id of a country; of one without rules here, any plausible text. */
export const taxIdRules = (country: string, type: keyof Both): TaxIdRules =>
  (Object.hasOwn(byCountry, country) ? byCountry[country]?.[type] : undefined) ?? anyTaxId

/** Countries whose tax ids have rules of their own. */
export const taxIdCountries: readonly string[] = Object.keys(byCountry)
