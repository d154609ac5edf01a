import { entityTypes } from '../base/entity-types.ts'
import type { Filters } from '../base/members.ts'

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

export const likenessStrengths = ['SURE', 'PROBABLE', 'WEAK'] as const
export const likenessStates = ['OPEN', 'DIFFERENT', 'SAME'] as const
/** What two customers can have in common. */
export const likenessParts = [
  'DOCUMENT',
  'REGISTRATION',
  'NAME',
  'BIRTH',
  'COUNTRY',
  'ADDRESS',
  'PHONE',
] as const

/** Filters of customers, in the order of the dashboard. */
export const entityFilters = {
  kycStatus: {
    kind: 'state',
    values: kycStatuses,
    label: 'KYC status',
    text: 'State of the verification.',
  },
  country: {
    kind: 'country',
    label: 'Country',
    text: 'Country of the customer as two capital letters (ISO 3166).',
  },
  type: {
    kind: 'state',
    values: entityTypes,
    label: 'Type',
    text: 'Whether the customer is an individual or a business.',
  },
  missing: {
    kind: 'text',
    label: 'Missing item',
    text: 'Key of what verification still lacks.',
  },
  hasWallet: { kind: 'flag', label: 'Wallet', text: 'Whether the customer has a wallet.' },
  isLike: {
    kind: 'flag',
    label: 'Likeness',
    text: 'Whether the customer is like another one, undecided.',
  },
  q: {
    kind: 'text',
    label: 'Text',
    text: 'Part of the name, the e-mail address, an id or your reference.',
  },
  createdFrom: {
    kind: 'time',
    from: 'created',
    label: 'Created',
    text: 'Created at this time or later.',
  },
  createdTo: { kind: 'time', to: 'created', text: 'Created at this time or before.' },
} as const satisfies Filters
