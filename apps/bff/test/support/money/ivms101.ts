import { z } from 'zod'

// IVMS 101 issue 1 (May 2020) with the constraints C1 to C11 as the standard states them, for what we
// send: written from its tables, not from our own code.

const latin = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .regex(/^[ -~]+$/)
const local = z.string().regex(/^.{1,100}$/u)
const country = z.string().regex(/^[A-Z]{2}$/)
const types = z.enum(['ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC'])
const legalTypes = z.enum(['LEGL', 'SHRT', 'TRAD'])

const address = z
  .strictObject({
    addressType: z.enum(['HOME', 'BIZZ', 'GEOG']),
    streetName: latin(70).optional(),
    buildingNumber: latin(16).optional(),
    buildingName: latin(35).optional(),
    postCode: latin(16).optional(),
    townName: latin(35),
    countrySubDivision: latin(35).optional(),
    addressLine: z.array(latin(70)).max(7).optional(),
    country,
  })
  // C8
  .refine(
    ({ addressLine = [], streetName, buildingName, buildingNumber }) =>
      addressLine.length > 0 || (streetName && (buildingName ?? buildingNumber)),
  )

const naturalPerson = z.strictObject({
  name: z.strictObject({
    nameIdentifier: z
      .array(
        z.strictObject({
          primaryIdentifier: latin(100),
          secondaryIdentifier: latin(100).optional(),
          nameIdentifierType: types,
        }),
      )
      // C6
      .refine((names) => names.some(({ nameIdentifierType }) => nameIdentifierType === 'LEGL')),
    localNameIdentifier: z
      .array(
        z.strictObject({
          primaryIdentifier: local,
          secondaryIdentifier: local.optional(),
          nameIdentifierType: types,
        }),
      )
      .optional(),
  }),
  geographicAddress: z.array(address).optional(),
  customerIdentification: latin(50).optional(),
  countryOfResidence: country.optional(),
})
const legalName = <T extends z.ZodType>(text: T) =>
  z.strictObject({ legalPersonName: text, legalPersonNameIdentifierType: legalTypes })
const legalPerson = z.strictObject({
  name: z.strictObject({
    nameIdentifier: z
      .array(legalName(latin(100)))
      // C5
      .refine((names) => names.some(({ legalPersonNameIdentifierType: type }) => type === 'LEGL')),
    localNameIdentifier: z.array(legalName(local)).optional(),
  }),
  geographicAddress: z.array(address).optional(),
  customerIdentification: latin(50).optional(),
  // C7, C9, C11: an LEI has neither an authority nor a country.
  nationalIdentification: z
    .strictObject({
      nationalIdentifier: z.string().regex(/^[0-9A-Z]{18}[0-9]{2}$/),
      nationalIdentifierType: z.literal('LEIX'),
    })
    .optional(),
  countryOfRegistration: country.optional(),
})
const person = z.union([z.strictObject({ naturalPerson }), z.strictObject({ legalPerson })])

/** C1 and C4: who pays is identified by more than a name. */
const isIdentified = (payer: z.output<typeof person>): boolean => {
  const facts = 'naturalPerson' in payer ? payer.naturalPerson : payer.legalPerson
  return (
    facts.geographicAddress !== undefined ||
    facts.customerIdentification !== undefined ||
    'nationalIdentification' in facts
  )
}

const accountNumber = z.array(latin(512)).optional()
const scripts = 'arab aran armn cyrl deva geor grek hani hebr kana kore thai othr'.split(' ')

export const ivms101Schema = z.strictObject({
  originator: z.strictObject({
    originatorPersons: z.array(person.refine(isIdentified)).min(1),
    accountNumber,
  }),
  beneficiary: z.strictObject({ beneficiaryPersons: z.array(person).min(1), accountNumber }),
  originatingVASP: z.strictObject({ originatingVASP: z.strictObject({ legalPerson }) }),
  beneficiaryVASP: z.strictObject({ beneficiaryVASP: z.strictObject({ legalPerson }) }).optional(),
  payloadMetadata: z
    .strictObject({ transliterationMethod: z.array(z.enum(scripts)).min(1) })
    .optional(),
})
