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
/** Whether an account of the customer's own is proved, only claimed, or refused (people.md 2.7). */
export const ownershipProofs = ['PROVED', 'CLAIMED', 'REFUSED'] as const
/** What an account that is only claimed is not used for. */
export const proofNeeds = [
  'REFUND_TARGET',
  'RETURN_TARGET',
  'PAYER_MATCHING',
  'ABOVE_1000_USD',
] as const
/** Ways of proving an account that a partner or its customer begins. */
export const startableProofs = [
  'MICRO_DEPOSIT',
  'WALLET_SIGNATURE',
  'TEST_PAYMENT',
  'DOCUMENT',
] as const
/** All ways: also by the bank that the customer signed in at, its name check, and a wallet made here. */
export const proofMethods = [...startableProofs, 'BANK_LINK', 'NAME_CHECK', 'OWN_WALLET'] as const
export const proofStatuses = ['OPEN', 'PROVED', 'REFUSED', 'EXPIRED'] as const
/** Who may pay a funding account beyond small sums: the customer, those who are named, or anybody. */
export const payerRules = ['CUSTOMER', 'NAMED', 'ANYBODY'] as const
export const namedPayerStatuses = ['ALLOWED', 'STOPPED'] as const
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
  proof: {
    kind: 'state',
    values: ownershipProofs,
    label: 'Proof',
    text: 'Whether it is proved that the account is the customer’s own; CLAIMED lists what is not.',
  },
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
