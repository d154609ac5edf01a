import { z } from 'zod'
import {
  calendarDate,
  countryCode,
  enveloped,
  listed,
  maskedText,
  metadata,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
  webAddress,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { queryOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
import { entityFilters, kycStatuses } from './entities/members.ts'

const AddressInput = z.object({
  addressLine1: text(),
  addressLine2: optionalText().default(''),
  locality: optionalText().default(''),
  city: text(),
  state: optionalText().default(''),
  country: countryCode(),
  postalCode: optionalText(20).default(''),
})
const Address = z
  .object({
    addressLine1: z.string().describe('Street and number.'),
    addressLine2: z.string().describe('Further line; empty where there is none.'),
    locality: z.string().describe('Part of the city; empty where there is none.'),
    city: z.string().describe('City.'),
    state: z.string().describe('State or province; empty where there is none.'),
    country: z.string().describe('Country as two capital letters (ISO 3166).'),
    postalCode: z.string().describe('Postal code; empty where there is none.'),
  })
  .meta({ id: 'Address' })

const emailInput = () => z.email().max(200)
/** International format with leading plus; the numbering plan is checked by the service. */
const phoneInput = () => z.string().regex(/^\+[1-9][0-9 ()-]{5,24}$/)

const AssociatedPersonInput = z.object({
  firstName: text(),
  lastName: text(),
  email: emailInput(),
  dateOfBirth: calendarDate(),
  nationality: countryCode(),
  roles: z.array(z.enum(['owner', 'controller', 'signer'])).min(1),
  ownershipPercent: z.number().min(0).max(100).default(0),
  address: AddressInput,
})

const shared = {
  email: emailInput(),
  phoneNumber: phoneInput(),
  permanentAddress: AddressInput,
  externalReference: text().optional(),
  metadata: metadata().optional(),
}
const person = {
  firstName: text(),
  lastName: text(),
  nationality: countryCode(),
  dateOfBirth: calendarDate(),
}

export const CreateEntity = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('individual'), ...person, ...shared }),
    z.object({
      type: z.literal('business'),
      ...shared,
      firstName: optionalText().default(''),
      lastName: optionalText().default(''),
      nationality: countryCode().or(z.literal('')).default(''),
      dateOfBirth: calendarDate().or(z.literal('')).default(''),
      businessName: text(),
      registrationNumber: text(),
      taxId: text(),
      incorporationCountry: countryCode(),
      incorporationDate: calendarDate(),
      website: webAddress().optional(),
      industry: optionalText().default(''),
      associatedPersons: z.array(AssociatedPersonInput).max(50).default([]),
    }),
  ])
  .meta({ id: 'CreateEntity' })

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
    website: z.string().optional().describe('Address of its website; absent where none was given.'),
    industry: z.string().optional().describe('What it does; absent of a person.'),
    associatedPersons: z
      .array(
        z.object({
          firstName: z.string().describe('First name.'),
          lastName: z.string().describe('Last name.'),
          email: z.string().describe('E-mail address.'),
          dateOfBirth: z.string().describe('Day of birth as YYYY-MM-DD.'),
          nationality: z.string().describe('Country as two capital letters (ISO 3166).'),
          roles: z.array(z.string()).describe('What the person is to the business.'),
          ownershipPercent: z.number().describe('Percent of the business that the person owns.'),
          address: Address.describe('Where the person lives.'),
        }),
      )
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

/**
 * Every member may be left out; the type stays. Some are locked once verified
 * (operations.md 2). A record may be sent back as it was read, and optional members are taken away
 * by ''.
 */
export const UpdateEntity = z
  .object({
    phoneNumber: phoneInput().or(maskedText()),
    permanentAddress: AddressInput,
    externalReference: optionalText(),
    metadata: metadata(),
    email: emailInput().or(maskedText()),
    firstName: optionalText(),
    lastName: optionalText(),
    nationality: countryCode().or(z.literal('')),
    dateOfBirth: calendarDate().or(z.literal('')).or(maskedText()),
    businessName: text(),
    registrationNumber: text(),
    taxId: text(),
    incorporationCountry: countryCode(),
    incorporationDate: calendarDate(),
    website: webAddress().or(z.literal('')),
    industry: optionalText(),
    associatedPersons: z
      .array(
        AssociatedPersonInput.extend({
          email: emailInput().or(maskedText()),
          dateOfBirth: calendarDate().or(maskedText()),
        }),
      )
      .max(50),
  })
  .partial()
  .meta({ id: 'UpdateEntity' })

/** In lists, with what a queue of customers is looked through for. */
export const EntityListItem = Entity.extend({
  accounts: z.int().describe('How many external accounts the customer has.'),
  wallets: z.int().describe('How many wallets the customer has.'),
  missing: z.array(z.string()).describe('Keys of what verification still lacks.'),
}).meta({ id: 'EntityListItem' })

const filters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt', 'name']),
  ...queryOf(entityFilters),
})

export const entities = {
  create: endpoint({
    id: 'entities.create',
    module: 'entities',
    method: 'POST',
    path: '/api/v1/xfer/entity/create',
    summary: 'Create a customer record',
    body: CreateEntity,
    response: enveloped(
      z.object({ entityId: z.string(), message: z.string().optional(), entity: Entity }),
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
    params: z.object({ email: text(320) }),
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
    ],
  }),
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
    body: z.object({ reason: optionalText().default('') }),
    response: enveloped(Entity.extend({ revealedAt: timestamp() }).meta({ id: 'RevealedEntity' })),
    failures: ['ENTITY_NOT_FOUND'],
  }),
}
