import { cleanText } from '../../values/text.ts'
import { element, type Part } from '../xml/writer.ts'

/** Purposes of ours that the external code list has (ISO 20022, ExternalPurpose1Code). */
const purposeCodes: Readonly<Record<string, string>> = {
  CHARITY: 'CHAR',
  DIVIDEND: 'DIVD',
  EDUCATION: 'EDUC',
  GOODS: 'GDDS',
  INSURANCE: 'INSU',
  LOAN: 'LOAN',
  PENSION: 'PENS',
  RENT: 'RENT',
  SALARY: 'SALA',
  SAVINGS: 'SAVG',
  SERVICES: 'SCVE',
  SUPPLIER: 'SUPP',
  TAX: 'TAXS',
  TRADE: 'TRAD',
}

/** What a payment is for: by the list's code, else in the sender's own. */
export function purposeElement(purpose: string | undefined): Part {
  const code = purposeCodes[purpose ?? '']
  if (code !== undefined) return element('Purp', element('Cd', code))
  const own = cleanText(purpose ?? '', 35)
  return own === '' ? undefined : element('Purp', element('Prtry', own))
}
