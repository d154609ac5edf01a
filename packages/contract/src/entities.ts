import { z } from 'zod'
import {
  calendarDate,
  countryCode,
  emailAddress,
  enveloped,
  latinText,
  legalEntityIdentifier,
  listed,
  maskedText,
  metadata,
  namePart,
  nameText,
  optionalText,
  ownText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
  webAddress,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { isNamed } from './base/names.ts'
import { queryOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
import { AddressInput } from './entities/address.ts'
import { entityFilters } from './entities/members.ts'
import { decideLikeness, likenesses } from './entities/likenesses.ts'
import { latinName, nameless, nameParts, proposeName } from './entities/names.ts'
import { Entity } from './entities/records.ts'

export { Entity }

/** International format with leading plus; the numbering plan is checked by the service. */
const phoneInput = () => z.string().regex(/^\+[1-9][0-9 ()-]{5,24}$/)

const AssociatedPersonShape = z.object({
  ...nameParts,
  latinName: latinName().optional(),
  email: emailAddress().describe('E-mail address of the person.'),
  dateOfBirth: calendarDate().describe('Day of birth as YYYY-MM-DD, in the past.'),
  nationality: countryCode().describe('Country as two capital letters (ISO 3166), such as GB.'),
  roles: z
    .array(z.enum(['owner', 'controller', 'signer']))
    .min(1)
    .describe('What the person is to the business: owner, controller, signer.'),
  ownershipPercent: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe('Percent of the business that the person owns, 0 to 100; 0 when absent.'),
  address: AddressInput.describe('Where the person lives.'),
})
const AssociatedPersonInput = AssociatedPersonShape.refine(isNamed, nameless)

const shared = {
  latinName: latinName().optional(),
  email: emailAddress().describe('E-mail address, each of one customer only.'),
  phoneNumber: phoneInput().describe(
    'Phone number in the international format, such as +447400123456.',
  ),
  permanentAddress: AddressInput.describe('Where the person lives or the business has its seat.'),
  externalReference: ownText().optional().describe('Your own name of the customer.'),
  metadata: metadata()
    .optional()
    .describe(
      'Texts to keep with the record, name by name: at most 50, each of at most 200 characters.',
    ),
}
const person = {
  ...nameParts,
  nationality: countryCode().describe('Country as two capital letters (ISO 3166), such as GB.'),
  dateOfBirth: calendarDate().describe('Day of birth as YYYY-MM-DD, in the past.'),
}

export const CreateEntity = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('individual').describe('A person, by its own name.'),
        ...person,
        ...shared,
      })
      .refine(isNamed, nameless),
    z.object({
      type: z.literal('business').describe('A business, with the people behind it.'),
      ...shared,
      firstName: namePart().default('').describe('First name of the contact; empty when absent.'),
      lastName: namePart().default('').describe('Last name of the contact; empty when absent.'),
      nationality: countryCode()
        .or(z.literal(''))
        .default('')
        .describe('Country of the contact as two capital letters (ISO 3166); empty when absent.'),
      dateOfBirth: calendarDate()
        .or(z.literal(''))
        .default('')
        .describe('Day of birth of the contact as YYYY-MM-DD; empty when absent.'),
      businessName: nameText().describe('Registered name of the business.'),
      registrationNumber: text().describe('Number in the register of companies.'),
      taxId: text().describe('Tax number of the business.'),
      incorporationCountry: countryCode().describe(
        'Country of its register as two capital letters (ISO 3166).',
      ),
      incorporationDate: calendarDate().describe('Day of its foundation as YYYY-MM-DD.'),
      lei: legalEntityIdentifier()
        .optional()
        .describe('Its legal entity identifier (ISO 17442), which its payments carry.'),
      website: webAddress()
        .optional()
        .describe('Address of its website, such as https://example.com.'),
      industry: optionalText().default('').describe('What it does; empty when absent.'),
      associatedPersons: z
        .array(AssociatedPersonInput)
        .max(50)
        .default([])
        .describe('Owners, controllers and signers, at most 50.'),
    }),
  ])
  .meta({ id: 'CreateEntity' })

/**
 * Every member may be left out; the type stays. Some are locked once verified
 * (operations.md 2). A record may be sent back as it was read, and optional members are taken away
 * by ''.
 */
export const UpdateEntity = z
  .object({
    phoneNumber: phoneInput()
      .or(maskedText())
      .describe('Phone number in the international format; as it was read where it was masked.'),
    permanentAddress: AddressInput.describe(
      'Where the person lives or the business has its seat; replaced whole.',
    ),
    externalReference: ownText(0).describe('Your own name of the customer; empty takes it away.'),
    metadata: metadata().describe('Texts to keep with the record, name by name; replaced whole.'),
    email: emailAddress()
      .or(maskedText())
      .describe('E-mail address, each of one customer only; as it was read where it was masked.'),
    firstName: namePart().describe('First name of the person; locked once verified.'),
    lastName: namePart().describe('Last name of the person; locked once verified.'),
    latinName: latinText().describe(
      'Whole name in Latin letters, where the name is in another script; may be added at any time, once verified only with something in common with the name, and is locked then.',
    ),
    nationality: countryCode()
      .or(z.literal(''))
      .describe('Country as two capital letters (ISO 3166); locked once verified.'),
    dateOfBirth: calendarDate()
      .or(z.literal(''))
      .or(maskedText())
      .describe('Day of birth as YYYY-MM-DD; locked once verified.'),
    businessName: nameText().describe('Registered name of the business; locked once verified.'),
    registrationNumber: text().describe(
      'Number in the register of companies; locked once verified.',
    ),
    taxId: text().describe('Tax number of the business; locked once verified.'),
    incorporationCountry: countryCode().describe(
      'Country of its register as two capital letters; locked once verified.',
    ),
    incorporationDate: calendarDate().describe(
      'Day of its foundation as YYYY-MM-DD; locked once verified.',
    ),
    lei: legalEntityIdentifier()
      .or(z.literal(''))
      .describe('Its legal entity identifier (ISO 17442); empty takes it away.'),
    website: webAddress()
      .or(z.literal(''))
      .describe('Address of its website; empty takes it away.'),
    industry: optionalText().describe('What the business does.'),
    associatedPersons: z
      .array(
        AssociatedPersonShape.extend({
          email: emailAddress()
            .or(maskedText())
            .describe('E-mail address of the person; as it was read where it was masked.'),
          dateOfBirth: calendarDate()
            .or(maskedText())
            .describe('Day of birth as YYYY-MM-DD; as it was read where it was masked.'),
        }).refine(isNamed, nameless),
      )
      .max(50)
      .describe('Owners, controllers and signers, at most 50; replaced whole.'),
  })
  .partial()
  .meta({ id: 'UpdateEntity' })

/** In lists, with what a queue of customers is looked through for. */
export const EntityListItem = Entity.extend({
  accounts: z.int().describe('How many external accounts the customer has.'),
  wallets: z.int().describe('How many wallets the customer has.'),
  missing: z.array(z.string()).describe('Keys of what verification still lacks.'),
  likenesses: z
    .int()
    .describe('How many other customers it is surely or probably one with, which is not decided.'),
}).meta({ id: 'EntityListItem' })

const filters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt', 'name']),
  ...queryOf(entityFilters),
})

export const entities = {
  proposeName,
  create: endpoint({
    id: 'entities.create',
    module: 'entities',
    method: 'POST',
    path: '/api/v1/xfer/entity/create',
    summary: 'Create a customer record',
    body: CreateEntity,
    response: enveloped(
      z.object({
        entityId: z.string().describe('Id of the customer, `ent_…`.'),
        message: z
          .string()
          .optional()
          .describe('What was done, in a sentence; the same as beside `data`.'),
        entity: Entity.describe('The record as it was created.'),
      }),
    ),
    failures: ['ENTITY_EMAIL_EXISTS'],
  }),
  list: endpoint({
    id: 'entities.list',
    module: 'entities',
    method: 'GET',
    path: '/api/v1/xfer/entity',
    summary: 'List customer records',
    query: filters.extend({ fields: fieldsOf(EntityListItem) }),
    response: listed(EntityListItem),
    failures: ['CURSOR_INVALID'],
  }),
  read: endpoint({
    id: 'entities.read',
    module: 'entities',
    method: 'GET',
    path: '/api/v1/xfer/entity/{entityId}',
    summary: 'Read one customer record',
    params: z.object({ entityId: recordId() }),
    response: enveloped(Entity),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  readByEmail: endpoint({
    id: 'entities.readByEmail',
    module: 'entities',
    method: 'GET',
    path: '/api/v1/xfer/entity/email/{email}',
    summary: 'Read the customer record of an e-mail address, whatever its case',
    params: z.object({ email: text(320).describe('E-mail address of the customer, in any case.') }),
    response: enveloped(Entity),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  update: endpoint({
    id: 'entities.update',
    module: 'entities',
    method: 'PUT',
    path: '/api/v1/xfer/entity/{entityId}',
    summary: 'Change a customer record',
    params: z.object({ entityId: recordId() }),
    body: UpdateEntity,
    response: enveloped(Entity),
    failures: [
      'ENTITY_NOT_FOUND',
      'ENTITY_EMAIL_EXISTS',
      'ENTITY_FIELD_LOCKED',
      'ILLEGAL_TRANSITION',
      'VERSION_CONFLICT',
      'POLICY_BLOCKED',
    ],
  }),
  likenesses,
  decideLikeness,
  reveal: endpoint({
    id: 'entities.reveal',
    module: 'entities',
    method: 'POST',
    path: '/api/v1/xfer/entity/{entityId}/reveal',
    summary: 'Read a customer record whole, and put on record who looked',
    stepUp: true,
    eachForItself: true,
    scope: 'accounts:read_sensitive',
    params: z.object({ entityId: recordId() }),
    body: z.object({
      reason: optionalText().default('').describe('Why it is read; kept in the audit log.'),
    }),
    response: enveloped(
      Entity.extend({
        revealedAt: timestamp().describe('When it was read, as the audit log has it.'),
      }).meta({ id: 'RevealedEntity' }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
}
