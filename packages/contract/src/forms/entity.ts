import * as z from 'zod/mini'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message), z.maxLength(200))
const optional = () => z.string().check(z.trim(), z.maxLength(200))

/** The form "New entity", individual and business; the server's schema is `CreateEntity`. */
export const entityForm = z.object({
  type: z.enum(['individual', 'business']),
  firstName: optional(),
  lastName: optional(),
  businessName: optional(),
  registrationNumber: optional(),
  taxId: optional(),
  incorporationCountry: optional(),
  incorporationDate: optional(),
  email: z.string().check(z.trim(), z.email('Enter an e-mail address, such as name@example.com')),
  phoneNumber: z
    .string()
    .check(z.trim(), z.regex(/^\+[1-9][0-9 ()-]{5,24}$/, 'Start with + and the country code')),
  nationality: optional(),
  dateOfBirth: optional(),
  permanentAddress: z.object({
    addressLine1: required('Enter the street and number'),
    addressLine2: optional(),
    city: required('Enter the city'),
    state: optional(),
    postalCode: optional(),
    country: required('Choose a country'),
  }),
})
export type EntityForm = z.infer<typeof entityForm>
