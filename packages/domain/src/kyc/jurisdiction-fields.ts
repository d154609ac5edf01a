import type { Field } from '@corridor/contract'
import { choice, field, optional, yesOrNo } from './field.ts'
import type { KycSubject } from './subject.ts'
import { taxIdCountries, taxIdRules } from './tax-ids.ts'

/** The tax id of a country in which the customer is not at home: kept where it has one. */
function localTaxId(country: string, { type }: KycSubject, more: Partial<Field> = {}): Field {
  const { label, pattern, example } = taxIdRules(country, type)
  return field(`taxIds.${country}`, label, {
    pattern,
    maxLength: 40,
    example,
    sensitive: true,
    ...optional,
    helpText: 'Only where there is one.',
    ...more,
  })
}

/** Tax residents of the United States name their number (Form W-9); others say that they are none. */
const unitedStates = (subject: KycSubject): Field[] => [
  yesOrNo('taxResident.US', 'US tax resident'),
  localTaxId('US', subject, {
    required: true,
    helpText: '',
    dependsOn: [{ key: 'taxResident.US', equals: 'yes' }],
  }),
]

/** Money across the border of India is reported with its purpose (Foreign Exchange Management Act). */
const india = choice('remittancePurpose', 'Purpose of money sent to or from India', {
  FAMILY_MAINTENANCE: 'Maintenance of family',
  TRADE: 'Goods and services',
  EDUCATION: 'Education',
  INVESTMENT: 'Investment',
  OTHER_PERMITTED: 'Another permitted purpose',
})

/** What one country asks for beyond what all do. At home the tax id is asked for already. */
export function countryFields(country: string, subject: KycSubject): Field[] {
  const isHome = country === subject.country
  const purpose = country === 'IN' ? [india] : []
  if (isHome) return purpose
  if (country === 'US') return unitedStates(subject)
  return taxIdCountries.includes(country) ? [...purpose, localTaxId(country, subject)] : purpose
}
