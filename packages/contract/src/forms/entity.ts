import * as z from 'zod/mini'

const short = () => z.maxLength(200, 'At most 200 characters')
const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message), short())
const optional = () => z.string().check(z.trim(), short())

const isDay = z.iso.date()
/** `YYYY-MM-DD`, and a day that exists; which years are sensible is the service's to say. */
const optionalDay = () =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isDay.safeParse(text).success,
      'Write it as year-month-day, such as 1990-04-12',
    ),
  )

/** What each type of entity cannot do without, and the words when it is missing. */
const neededBy = {
  individual: {
    firstName: 'Enter the first name',
    lastName: 'Enter the last name',
    nationality: 'Choose a nationality',
    dateOfBirth: 'Enter the date of birth',
  },
  business: {
    businessName: 'Enter the name of the business',
    registrationNumber: 'Enter the registration number',
    taxId: 'Enter the tax id',
    incorporationCountry: 'Choose a country',
    incorporationDate: 'Enter the date of incorporation',
  },
} as const

/** The form "New entity", individual and business; the server's schema is `CreateEntity`. */
export const entityForm = z
  .object({
    type: z.enum(['individual', 'business']),
    firstName: optional(),
    lastName: optional(),
    businessName: optional(),
    registrationNumber: optional(),
    taxId: optional(),
    incorporationCountry: optional(),
    incorporationDate: optionalDay(),
    email: z.string().check(z.trim(), z.email('Enter an e-mail address, such as name@example.com')),
    phoneNumber: z
      .string()
      .check(z.trim(), z.regex(/^\+[1-9][0-9 ()-]{5,24}$/, 'Start with + and the country code')),
    nationality: optional(),
    dateOfBirth: optionalDay(),
    permanentAddress: z.object({
      addressLine1: required('Enter the street and number'),
      addressLine2: optional(),
      city: required('Enter the city'),
      state: optional(),
      postalCode: z.string().check(z.trim(), z.maxLength(20, 'At most 20 characters')),
      country: required('Choose a country'),
    }),
  })
  .check(({ value, issues }) => {
    for (const [name, message] of Object.entries(neededBy[value.type])) {
      const given = value[name as keyof typeof value]
      if (given === '') issues.push({ code: 'custom', path: [name], message, input: given })
    }
  })
export type EntityForm = z.infer<typeof entityForm>
