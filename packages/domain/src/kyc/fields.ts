import type { Field } from '@corridor/contract'
import { hasTowns } from '@corridor/contract/places'
import { wholeName } from '../entities/customer-name.ts'
import { isLatin } from '../entities/names/latin.ts'
import { choice, country, date, field, optional, yesOrNo } from './field.ts'
import type { KycSubject } from './subject.ts'
import { taxIdRules } from './tax-ids.ts'

export type FieldGroup = { key: string; title: string; fields: Field[] }

const volumes = {
  UNDER_1000: 'Under 1,000',
  FROM_1000_TO_10000: '1,000 to 10,000',
  FROM_10000_TO_100000: '10,000 to 100,000',
  OVER_100000: 'Over 100,000',
}
const currencyHelp = 'In US dollars or what they are worth.'

/** Parts of the address; a change of country may change the tax id that is asked for. */
const address = (title: string, { known }: KycSubject): FieldGroup => ({
  key: 'address',
  title,
  fields: [
    field('permanentAddress.addressLine1', 'Street and number', { example: '1 Long Lane' }),
    field('permanentAddress.addressLine2', 'Second line', { ...optional, example: 'Flat 3' }),
    field('permanentAddress.locality', 'District', { ...optional, example: 'Barbican' }),
    field('permanentAddress.city', 'Town or city', {
      required: hasTowns(known['permanentAddress.country'] ?? ''),
      example: 'London',
    }),
    field('permanentAddress.state', 'State or region', { ...optional, example: 'England' }),
    field('permanentAddress.postalCode', 'Postal code', {
      ...optional,
      maxLength: 20,
      example: 'EC1A 9HF',
    }),
    country('permanentAddress.country', 'Country', { refreshOnChange: true }),
  ],
})

const phone = field('phoneNumber', 'Phone number', {
  type: 'phone',
  example: '+442071838750',
  helpText: 'With the country code, beginning with a plus.',
})

/** The tax id of the country in which a customer lives or is registered. */
function homeTaxId({ type, country: home }: KycSubject): Field {
  const { label, pattern, example } = taxIdRules(home, type)
  // The record of a business took its tax id as it was written; only its form is checked here.
  const asRecorded = { example, helpText: `${label}, for example ${example}.` }
  return type === 'business'
    ? field('taxId', label, asRecorded)
    : field('taxId', label, { pattern, maxLength: 40, example, sensitive: true })
}

/** A passport may have one name alone: where one part is known, the other is not asked for. */
const namePart = (known: KycSubject['known'], key: string, other: string) => ({
  check: 'name',
  required: known[key] !== undefined || known[other] === undefined,
})

/** Asked for where the name is in another script: passports, lists and banks have this one. */
function latinName({ type, known }: KycSubject): Field[] {
  const { firstName = '', lastName = '', businessName = '' } = known
  const name = type === 'business' ? businessName : wholeName({ firstName, lastName })
  if (name === '' || isLatin(name)) return []
  const helpText =
    type === 'business'
      ? 'As it is registered, or as banks have it.'
      : 'The whole name as in the machine-readable zone of the passport.'
  return [
    field('latinName', 'Name in Latin letters', {
      check: 'latin-name',
      maxLength: 140,
      example: 'Ada Okonkwo',
      helpText,
    }),
  ]
}

const personOf = (prefix: string, { known }: KycSubject): Field[] => [
  field(`${prefix}firstName`, 'First name', {
    ...namePart(known, `${prefix}firstName`, `${prefix}lastName`),
    example: 'Ada',
  }),
  field(`${prefix}lastName`, 'Last name', {
    ...namePart(known, `${prefix}lastName`, `${prefix}firstName`),
    example: 'Okonkwo',
  }),
  date(`${prefix}dateOfBirth`, 'Date of birth', { example: '1990-04-12' }),
  country(`${prefix}nationality`, 'Nationality'),
]

const exposure = (who: string): Field[] => [
  yesOrNo('politicallyExposed', `${who} hold or recently held a high public office`, {
    helpText: 'This includes close relatives and associates of such a person.',
  }),
  field('politicallyExposedDetail', 'Office, country and period', {
    dependsOn: [{ key: 'politicallyExposed', equals: 'yes' }],
    example: 'Member of parliament, Kenya, 2017 to 2022',
  }),
]

const otherSource = field('sourceOfFundsDetail', 'Where the money comes from', {
  dependsOn: [{ key: 'sourceOfFunds', equals: 'OTHER' }],
  example: 'Sale of a flat in March 2024',
})

const ofIndividual = (subject: KycSubject): FieldGroup[] => [
  {
    key: 'identity',
    title: 'Identity',
    fields: [...personOf('', subject), ...latinName(subject), phone, homeTaxId(subject)],
  },
  address('Residential address', subject),
  {
    key: 'profile',
    title: 'Occupation and money',
    fields: [
      choice(
        'occupation',
        'Occupation',
        {
          EMPLOYED: 'Employed',
          SELF_EMPLOYED: 'Self-employed',
          STUDENT: 'In education',
          RETIRED: 'Retired',
          NOT_WORKING: 'Not working',
        },
        { refreshOnChange: true },
      ),
      field('employerName', 'Employer', {
        ...optional,
        dependsOn: [{ key: 'occupation', equals: 'EMPLOYED' }],
        example: 'Kestrel Logistics Ltd',
      }),
      choice(
        'sourceOfFunds',
        'Source of funds',
        {
          SALARY: 'Salary',
          BUSINESS_INCOME: 'Income of a business',
          SAVINGS: 'Savings',
          INVESTMENTS: 'Investments',
          PENSION: 'Pension',
          INHERITANCE: 'Inheritance or gift',
          OTHER: 'Something else',
        },
        { refreshOnChange: true },
      ),
      otherSource,
      choice('purposeOfAccount', 'What the account is for', {
        FAMILY_SUPPORT: 'Support of family',
        SALARY: 'Receiving a salary',
        INVOICES: 'Paying invoices',
        SAVINGS: 'Saving',
        INVESTMENT: 'Investing',
      }),
      choice('expectedMonthlyVolume', 'Expected monthly volume', volumes, {
        helpText: currencyHelp,
      }),
      ...exposure('I'),
    ],
  },
]

const registration = (subject: KycSubject): FieldGroup => ({
  key: 'registration',
  title: 'Registration',
  fields: [
    field('businessName', 'Registered name', { check: 'name', example: 'Orchid Clinics Pte' }),
    ...latinName(subject),
    field('registrationNumber', 'Registration number', { example: '201912345K' }),
    homeTaxId(subject),
    country('incorporationCountry', 'Country of registration', {
      refreshOnChange: true,
      example: 'SG',
    }),
    date('incorporationDate', 'Date of registration', { example: '2019-05-02' }),
    choice('legalForm', 'Legal form', {
      LIMITED_COMPANY: 'Limited company',
      PUBLIC_COMPANY: 'Public company',
      PARTNERSHIP: 'Partnership',
      SOLE_TRADER: 'Sole trader',
      NON_PROFIT: 'Non-profit organisation',
    }),
    phone,
    field('website', 'Website', {
      ...optional,
      pattern: '^https?://[^\\s]+$',
      example: 'https://orchid.example',
    }),
    field('industry', 'Industry', { ...optional, example: 'Health care' }),
  ],
})

/** Where the record names no person, the form asks for one person who answers for the business. */
const control = (subject: KycSubject): FieldGroup[] =>
  subject.persons.length > 0
    ? []
    : [{ key: 'control', title: 'Person in control', fields: personOf('controller.', subject) }]

const ofBusiness = (subject: KycSubject): FieldGroup[] => [
  registration(subject),
  address('Registered address', subject),
  {
    key: 'activity',
    title: 'Business and money',
    fields: [
      field('businessActivity', 'What the business does', {
        example: 'Runs two outpatient clinics and buys medical supplies abroad',
      }),
      choice('annualTurnover', 'Turnover in a year', {
        UNDER_100000: 'Under 100,000',
        FROM_100000_TO_1000000: '100,000 to 1,000,000',
        FROM_1000000_TO_10000000: '1,000,000 to 10,000,000',
        OVER_10000000: 'Over 10,000,000',
      }),
      yesOrNo('regulatedActivity', 'The business needs a licence for what it does'),
      field('licenceNumber', 'Licence number and authority', {
        dependsOn: [{ key: 'regulatedActivity', equals: 'yes' }],
        example: 'PS20200123, Monetary Authority of Singapore',
      }),
      choice(
        'sourceOfFunds',
        'Source of funds',
        {
          BUSINESS_INCOME: 'Income of the business',
          SHAREHOLDERS: 'Money of the owners',
          LOANS: 'Loans',
          INVESTMENTS: 'Investments',
          OTHER: 'Something else',
        },
        { refreshOnChange: true },
      ),
      otherSource,
      choice('purposeOfAccount', 'What the account is for', {
        SUPPLIERS: 'Paying suppliers',
        PAYROLL: 'Paying staff',
        COLLECTIONS: 'Receiving payments of customers',
        TREASURY: 'Moving own money',
      }),
      choice('expectedMonthlyVolume', 'Expected monthly volume', volumes, {
        helpText: currencyHelp,
      }),
      ...exposure('Owners or managers'),
    ],
  },
  ...control(subject),
]

const enhanced = (subject: KycSubject): FieldGroup => ({
  key: 'enhanced',
  title: 'Enhanced verification',
  fields: [
    field('sourceOfWealth', 'How the wealth was built up', {
      maxLength: 1000,
      example:
        subject.type === 'individual'
          ? 'Twenty years of salary as an engineer'
          : 'Retained profits since 2019',
    }),
    field('mainCounterparties', 'Who money is sent to and received from', {
      maxLength: 1000,
      example: 'Parents in Nairobi, landlord in London',
    }),
  ],
})

/** Groups that every jurisdiction asks for. */
export const commonGroups = (subject: KycSubject, isEnhanced: boolean): FieldGroup[] => [
  ...(subject.type === 'individual' ? ofIndividual(subject) : ofBusiness(subject)),
  ...(isEnhanced ? [enhanced(subject)] : []),
]

/** What a request for information asks where it names nothing else. */
export const explanationField: Field = field('explanation', 'Explanation', {
  example: 'The transfer in May was the sale of a car.',
  helpText: 'Answer in a few words; documents can be added.',
})
