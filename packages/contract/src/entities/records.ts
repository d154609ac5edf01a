import { z } from 'zod'
import { timestamp } from '../base/common.ts'
import { Address } from './address.ts'
import { kycStatuses } from './members.ts'

const AssociatedPerson = z
  .object({
    firstName: z.string().describe('First name of the person.'),
    lastName: z.string().describe('Last name of the person.'),
    latinName: z
      .string()
      .optional()
      .describe('The whole name in Latin letters; absent where none was given.'),
    email: z.string().describe('E-mail address of the person.'),
    dateOfBirth: z.string().describe('Day of birth as YYYY-MM-DD.'),
    nationality: z.string().describe('Country as two capital letters (ISO 3166).'),
    roles: z.array(z.string()).describe('What the person is to the business.'),
    ownershipPercent: z.number().describe('Percent of the business that the person owns.'),
    address: Address.describe('Where the person lives.'),
  })
  .meta({ id: 'AssociatedPerson' })

export const Entity = z
  .object({
    entityId: z.string().describe('Id of the customer, `ent_…`.'),
    type: z.string().describe('Whether it is an individual or a business.'),
    firstName: z
      .string()
      .describe('First name of the person; of a business that of its contact, which may be empty.'),
    lastName: z
      .string()
      .describe('Last name of the person; of a business that of its contact, which may be empty.'),
    latinName: z
      .string()
      .optional()
      .describe(
        'Whole name in Latin letters, which banks take; absent where the name is in them or none was given.',
      ),
    latinNameProposal: z
      .string()
      .optional()
      .describe(
        'How it may be spelled, for its bearer to correct, while `latinName` is missing; may be empty.',
      ),
    email: z.string().describe('E-mail address, each of one customer only.'),
    phoneNumber: z
      .string()
      .describe('Phone number in the international format, such as +447400123456.'),
    nationality: z
      .string()
      .describe('Country as two capital letters (ISO 3166); may be empty of a business.'),
    dateOfBirth: z.string().describe('Day of birth as YYYY-MM-DD; may be empty of a business.'),
    permanentAddress: Address.describe('Where the person lives or the business has its seat.'),
    businessName: z.string().optional().describe('Name of the business; absent of a person.'),
    registrationNumber: z
      .string()
      .optional()
      .describe('Number in the register of companies; absent of a person.'),
    taxId: z.string().optional().describe('Tax number of the business; absent of a person.'),
    incorporationCountry: z
      .string()
      .optional()
      .describe('Country of its register as two capital letters; absent of a person.'),
    incorporationDate: z
      .string()
      .optional()
      .describe('Day of its foundation as YYYY-MM-DD; absent of a person.'),
    lei: z
      .string()
      .optional()
      .describe('Its legal entity identifier (ISO 17442); absent where none was given.'),
    website: z.string().optional().describe('Address of its website; absent where none was given.'),
    industry: z.string().optional().describe('What it does; absent of a person.'),
    associatedPersons: z
      .array(AssociatedPerson)
      .optional()
      .describe('Owners, controllers and signers of a business; absent of a person.'),
    externalReference: z
      .string()
      .optional()
      .describe('Your own name of the customer; absent where none was given.'),
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe('What the record was given to keep, name by name; absent where nothing was given.'),
    kycStatus: z
      .enum(kycStatuses)
      .describe('State of the verification; money moves while it is APPROVED.'),
    createdAt: timestamp().describe('When the record was made.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    version: z.int().describe('Rises with each change of the record; `If-Match` names it.'),
  })
  .meta({ id: 'Entity' })
