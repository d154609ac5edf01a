import * as z from 'zod/mini'
import { isLegalEntityIdentifier } from '../base/lei.ts'
import { cleanName, isLatin, isNamed, latinFault, nameFault } from '../base/names.ts'
import { hasTowns, mailAddress, mailPattern } from '../base/places.ts'
import { percentOf, personRoles } from './people.ts'

const short = () => z.maxLength(200, 'At most 200 characters')
const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message), short())
const optional = () => z.string().check(z.trim(), short())
/** A name or a part of one, which may be empty, as it is kept. */
const namePart = () =>
  z.string().check(
    z.overwrite(cleanName),
    short(),
    z.refine((text) => nameFault(text) === undefined, {
      error: ({ input }) => nameFault(String(input)) ?? '',
    }),
  )
/** The name in Latin letters, asked for where the name itself is in another script. */
const latinName = () =>
  namePart().check(z.refine((text) => text === '' || isLatin(text), latinFault))

const missingName = {
  path: ['firstName'],
  message: 'Enter the first name, the last name or both',
}

/** What the service masked for this reader; sent back as it is, it stays unchanged. */
const isMasked = (text: string) => text.includes('••••')

const isDay = z.iso.date()
/** `YYYY-MM-DD`, and a day that exists; which years are sensible is the service's to say. */
const optionalDay = () =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isMasked(text) || isDay.safeParse(text).success,
      'Write it as year-month-day, such as 1990-04-12',
    ),
  )

const email = () =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => isMasked(text) || mailPattern.test(mailAddress(text)),
      'Enter an e-mail address, such as name@example.com',
    ),
  )
const address = () =>
  z
    .object({
      addressLine1: required('Enter the street and number'),
      addressLine2: optional(),
      locality: optional(),
      city: optional(),
      state: optional(),
      postalCode: z.string().check(z.trim(), z.maxLength(20, 'At most 20 characters')),
      country: required('Choose a country'),
    })
    .check(
      z.refine(({ city, country }) => city !== '' || !hasTowns(country), {
        path: ['city'],
        error: 'Enter the city',
        when: () => true,
      }),
    )

/** A share in percent. */
const share = () =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d{1,3}([.,]\d{1,6})?$/.test(text) && percentOf(text) <= 100,
      'Enter a number from 0 to 100',
    ),
  )

/** A person who owns, controls or signs for a business. */
const personForm = z
  .object({
    firstName: namePart(),
    lastName: namePart(),
    latinName: latinName(),
    email: email(),
    dateOfBirth: z.string().check(
      z.trim(),
      z.refine(
        (text) => isMasked(text) || isDay.safeParse(text).success,
        'Write it as year-month-day, such as 1990-04-12',
      ),
    ),
    nationality: required('Choose a nationality'),
    roles: z.array(z.enum(personRoles)).check(z.minLength(1, 'Choose at least one role')),
    ownershipPercent: share(),
    address: address(),
  })
  .check(({ value, issues }) => {
    if (!isNamed(value)) issues.push({ code: 'custom', ...missingName, input: value.firstName })
  })
export type PersonForm = z.infer<typeof personForm>

/** What each type of entity requires, and the message when it is missing. */
const neededBy = {
  individual: {
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

/** The form of an entity, individual and business; the server's schemas are `CreateEntity` and `UpdateEntity`. */
export const entityForm = z
  .object({
    type: z.enum(['individual', 'business']),
    firstName: namePart(),
    lastName: namePart(),
    latinName: latinName(),
    businessName: namePart(),
    registrationNumber: optional(),
    taxId: optional(),
    incorporationCountry: optional(),
    incorporationDate: optionalDay(),
    lei: z.string().check(
      z.trim(),
      z.toUpperCase(),
      z.refine(
        (text) => text === '' || isLegalEntityIdentifier(text),
        'No LEI: it has 20 letters and digits, and the last two check the others',
      ),
    ),
    website: z.string().check(
      z.trim(),
      short(),
      z.refine(
        (text) => text === '' || /^https?:\/\/[^\s/]+/.test(text),
        'Write the whole address, such as https://example.com',
      ),
    ),
    industry: optional(),
    associatedPersons: z.array(personForm).check(z.maxLength(50, 'At most 50 people')),
    externalReference: optional(),
    email: email(),
    phoneNumber: z.string().check(
      z.trim(),
      z.refine(
        (text) => isMasked(text) || /^\+[1-9][0-9 ()-]{5,24}$/.test(text),
        'Start with + and the country code',
      ),
    ),
    nationality: optional(),
    dateOfBirth: optionalDay(),
    permanentAddress: address(),
  })
  .check(({ value, issues }) => {
    for (const [name, message] of Object.entries(neededBy[value.type])) {
      const given = value[name as keyof typeof value]
      if (given === '') issues.push({ code: 'custom', path: [name], message, input: given })
    }
    if (value.type === 'individual' && !isNamed(value))
      issues.push({ code: 'custom', ...missingName, input: value.firstName })
    const over = firstBeyondWhole(value.associatedPersons)
    if (over >= 0)
      issues.push({
        code: 'custom',
        path: ['associatedPersons', over, 'ownershipPercent'],
        message: 'Together more than 100 %',
        input: value.associatedPersons[over]?.ownershipPercent,
      })
  })
export type EntityForm = z.infer<typeof entityForm>

/** The person whose share does not fit any more; -1 where all fit. */
function firstBeyondWhole(persons: readonly PersonForm[]): number {
  let sum = 0
  return persons.findIndex(({ ownershipPercent }) => {
    const percent = percentOf(ownershipPercent)
    // What is no share on its own is reported on its own.
    sum += percent <= 100 ? percent : 0
    // Thirds do not add up in binary; a millionth is no share.
    return sum > 100.000_001
  })
}
