import type { Filters } from '../base/members.ts'

export const accountKinds = ['BANK', 'WALLET', 'NON_CUSTODIAL_WALLET', 'MOBILE_MONEY'] as const
export const externalAccountStatuses = [
  'PENDING_VERIFICATION',
  'VERIFICATION_FAILED',
  'ENABLED',
  'DISABLED',
  'NEEDS_RELINK',
  'DELETED',
] as const
export const fundingStatuses = ['PROVISIONING', 'ACTIVE', 'INACTIVE', 'CLOSED', 'FAILED'] as const

const jurisdictionId = {
  kind: 'id',
  label: 'Country or network',
  text: 'Id of the jurisdiction of the account: a country, or a token on a chain.',
} as const

export const externalAccountFilters = {
  status: {
    kind: 'state',
    values: externalAccountStatuses,
    label: 'Status',
    text: 'State of the account.',
  },
  jurisdictionId,
  kind: { kind: 'state', values: accountKinds, label: 'Kind', text: 'Kind of the account.' },
} as const satisfies Filters

export const fundingAccountFilters = {
  status: {
    kind: 'state',
    values: fundingStatuses,
    label: 'Status',
    text: 'State of the account.',
  },
  jurisdictionId,
} as const satisfies Filters
