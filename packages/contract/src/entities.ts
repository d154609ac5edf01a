import { entityTypes } from './base/entity-types.ts'
import { z } from 'zod'
import {
  anyTimestamp,
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
import { fieldsOf } from './base/selection.ts'

export const kycStatuses = [
  'NOT_STARTED',
  'INCOMPLETE',
  'SUBMITTED',
  'UNDER_REVIEW',
  'INFORMATION_REQUIRED',
  'APPROVED',
  'REJECTED',
  'EXPIRED',
  'PAUSED',
  'OFFBOARDED',
] as const

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
    addressLine1: z.string(),
    addressLine2: z.string(),
    locality: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    postalCode: z.string(),
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
    entityId: z.string(),
    type: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    nationality: z.string(),
    dateOfBirth: z.string(),
    permanentAddress: Address,
    businessName: z.string().optional(),
    registrationNumber: z.string().optional(),
    taxId: z.string().optional(),
    incorporationCountry: z.string().optional(),
    incorporationDate: z.string().optional(),
    website: z.string().optional(),
    industry: z.string().optional(),
    associatedPersons: z
      .array(
        z.object({
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          dateOfBirth: z.string(),
          nationality: z.string(),
          roles: z.array(z.string()),
          ownershipPercent: z.number(),
          address: Address,
        }),
      )
      .optional(),
    externalReference: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    kycStatus: z.enum(kycStatuses),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: z.int(),
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
  accounts: z.int(),
  wallets: z.int(),
  /** Keys of what verification still lacks. */
  missing: z.array(z.string()),
}).meta({ id: 'EntityListItem' })

const filters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt', 'name']),
  type: z.enum(entityTypes).optional(),
  kycStatus: z.enum(kycStatuses).optional(),
  country: countryCode().optional(),
  q: text().optional(),
  createdFrom: anyTimestamp().optional(),
  createdTo: anyTimestamp().optional(),
  /** A key that verification still lacks. */
  missing: text().optional(),
  hasWallet: z.enum(['true', 'false']).optional(),
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
